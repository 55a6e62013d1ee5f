package io.forebay.fabric;

/// How the `map` fabric reads.
///
/// @param copyThreads threads that copy, shared by all peers; one nearly saturates a memory channel, two a socket
public record MapSettings(int copyThreads) {
    public MapSettings {
        if (copyThreads < 1 || copyThreads > 64) {
            throw new IllegalArgumentException(copyThreads + " copy threads: out of range");
        }
    }

    /// Two copy threads.
    public static MapSettings defaults() {
        return new MapSettings(2);
    }
}
