package io.forebay.fabric;

/// Chooses the fault of each read of an [InProcessNetwork], in the order in which reads start.
@FunctionalInterface
public interface ReadFaults {
    /// The fault of the next read.
    ///
    /// @param reader name of the endpoint that reads
    /// @param owner name of the endpoint that is read
    /// @param ranges of this read
    ReadFault next(String reader, String owner, int ranges);

    /// No faults at all.
    static ReadFaults none() {
        return (reader, owner, ranges) -> new ReadFault.None();
    }
}
