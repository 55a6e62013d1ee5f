package io.forebay.gateway.resp;

import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import java.util.List;

/// A value at rest in the pool, whole and unchanging. It stays as long as somebody holds it: the map of keys, a reply
/// on its way, a write to SSD. Gateway thread only.
final class Value {
    private final long length;
    private final long slotBytes;
    private final List<Extent> slots;
    private final List<Integer> checksums;
    private int holds = 1;

    /// Held once, by whoever made it.
    ///
    /// @param length bytes of the value, from the start of the first slot on
    /// @param slotBytes of each slot
    /// @param slots none for an empty value
    /// @param checksums CRC32C of each slot
    Value(long length, long slotBytes, List<Extent> slots, List<Integer> checksums) {
        this.length = length;
        this.slotBytes = slotBytes;
        this.slots = List.copyOf(slots);
        this.checksums = List.copyOf(checksums);
    }

    long length() {
        return length;
    }

    long slotBytes() {
        return slotBytes;
    }

    List<Extent> slots() {
        return slots;
    }

    List<Integer> checksums() {
        return checksums;
    }

    /// Whether the map of keys alone holds it.
    boolean isAtRest() {
        return holds == 1;
    }

    Value hold() {
        Invariant.check(holds > 0, "a value that is gone is held by nobody");
        holds++;
        return this;
    }

    /// Ends one hold.
    ///
    /// @return true if that was the last hold: its extents are free
    boolean letGo() {
        Invariant.check(holds > 0, "a value is let go as often as it was held");
        return --holds == 0;
    }
}
