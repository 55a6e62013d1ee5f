package io.forebay.memory.ssd.terms;

import java.lang.foreign.MemorySegment;

/// A sealed slot that is to be written.
///
/// @param bytes as many as the layout gives; not changed by anybody until the write is over
/// @param checksum CRC32C, taken at the seal
/// @param numaNode where the bytes are
public record SsdSlot(MemorySegment bytes, int checksum, int numaNode) {}
