package io.forebay.gateway.events;

import java.util.EnumMap;
import java.util.Map;

/// The published events in numbers.
///
/// @param batches published, empty ones included
/// @param events in them
/// @param bytes of them
/// @param resyncs times the publisher had missed events of the master, and told all that stands
/// @param replays requests for missed batches, by their end
/// @param replayed batches sent to those who asked
/// @param bufferBatches that are kept
/// @param bufferBytes that they take
public record ZmqFigures(
        long batches,
        long events,
        long bytes,
        long resyncs,
        Map<ReplayEnd, Long> replays,
        long replayed,
        int bufferBatches,
        long bufferBytes) {
    public ZmqFigures {
        replays = Map.copyOf(replays);
    }

    /// Of a master that publishes nothing.
    public static ZmqFigures none() {
        Map<ReplayEnd, Long> replays = new EnumMap<>(ReplayEnd.class);
        for (ReplayEnd end : ReplayEnd.values()) {
            replays.put(end, 0L);
        }
        return new ZmqFigures(0, 0, 0, 0, replays, 0, 0, 0);
    }
}
