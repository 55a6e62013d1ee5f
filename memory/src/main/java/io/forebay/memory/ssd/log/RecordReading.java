package io.forebay.memory.ssd.log;

import io.forebay.memory.ssd.format.SlotEntry;
import java.util.List;

/// What a record turned out to be when it was read.
public sealed interface RecordReading {
    /// Every slot is in its target, and its checksum is right.
    record Sound(List<SlotEntry> slots) implements RecordReading {}

    /// The bytes are not those that were written; targets have bytes of no meaning.
    record Corrupt(String what) implements RecordReading {}
}
