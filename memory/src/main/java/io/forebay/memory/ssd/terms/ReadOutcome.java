package io.forebay.memory.ssd.terms;

import io.forebay.memory.ssd.format.SlotEntry;
import java.util.List;

/// How a read ended. Only [Loaded] has bytes.
public sealed interface ReadOutcome {
    /// Every slot is in its target; key and checksums were verified.
    ///
    /// @param slots with the checksums
    record Loaded(List<SlotEntry> slots) implements ReadOutcome {
        public Loaded {
            slots = List.copyOf(slots);
        }
    }

    /// The bytes are not those that were written. The record has been dropped.
    ///
    /// @param what was wrong, for people
    record Corrupt(String what) implements ReadOutcome {}

    /// The device failed.
    record Failed(String what) implements ReadOutcome {}

    /// The deadline has passed. Targets may be written until the read is over.
    record TimedOut() implements ReadOutcome {}

    /// Nothing was read.
    record Refused(ReadRefusal cause) implements ReadOutcome {}
}
