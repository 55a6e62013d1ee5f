package io.forebay.bench.peer;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;

/// What is read in a peer measurement, and how.
///
/// @param blockBytes of one block, read as [#SLOTS] slots; a multiple of [#MIN_BLOCK_BYTES]
/// @param inFlight blocks on their way at one time
/// @param workingSetBytes read in one pass, each block once; as much memory on either side
/// @param poolDirectory where both pools lie
public record PeerSettings(long blockBytes, int inFlight, long workingSetBytes, Path poolDirectory) {
    /// Slots of a block.
    public static final int SLOTS = 4;
    /// Slots are whole granules of the pool, so that the working set has no holes and a C program can walk it.
    public static final long MIN_BLOCK_BYTES = SLOTS * 4096L;

    private static final int MAX_IN_FLIGHT = 4_096;
    private static final long MAX_BLOCK_BYTES = 1L << 30;

    public PeerSettings {
        InvalidInput.unless(
                blockBytes >= MIN_BLOCK_BYTES && blockBytes <= MAX_BLOCK_BYTES && blockBytes % MIN_BLOCK_BYTES == 0,
                "block-size",
                "is " + blockBytes + " bytes; it must be a multiple of " + MIN_BLOCK_BYTES + " up to "
                        + MAX_BLOCK_BYTES);
        InvalidInput.unless(
                inFlight >= 1 && inFlight <= MAX_IN_FLIGHT,
                "in-flight",
                "is " + inFlight + "; it must be from 1 to " + MAX_IN_FLIGHT);
        InvalidInput.unless(
                workingSetBytes >= blockBytes,
                "working-set",
                "is " + workingSetBytes + " bytes, less than one block of " + blockBytes);
    }

    public long slotBytes() {
        return blockBytes / SLOTS;
    }

    /// Whole blocks in the working set.
    public int blocks() {
        return Math.toIntExact(workingSetBytes / blockBytes);
    }

    /// Bytes of one pass.
    public long passBytes() {
        return blocks() * blockBytes;
    }
}
