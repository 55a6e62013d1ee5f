package io.forebay.memory.ssd.format;

/// A slot in a record's slot table. The slots' bytes follow the head in this order, without gaps.
///
/// @param lengthBytes as the layout gives it
/// @param checksum CRC32C of the slot, taken when it was sealed
/// @param numaNode where the slot was in the pool that it came from
public record SlotEntry(long lengthBytes, int checksum, int numaNode) {
    /// Bytes of an entry.
    static final int BYTES = 3 * Integer.BYTES;
}
