package io.forebay.memory.ssd.terms;

/// How a write ended.
public sealed interface WriteOutcome {
    /// The bytes are on the device: they survive the end of this process, and a loss of power if the settings
    /// say so.
    record Stored(SsdRecord record) implements WriteOutcome {}

    /// They are not.
    record Refused(WriteRefusal cause) implements WriteOutcome {}
}
