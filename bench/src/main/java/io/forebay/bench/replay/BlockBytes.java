package io.forebay.bench.replay;

import io.forebay.core.block.BlockHash;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;

/// The bytes that a replay's block consists of, all of them derived from the block's id, the slot and the position,
/// so that a reader knows what each byte must be: one that is wrong, moved, stale or another block's is seen.
///
/// Word `p` of a slot is `fold(seed(id, slot) + p × odd constant)`, 8 bytes at a time, little-endian; the counter
/// makes neighbours differ in every byte, and costs one addition, since a replay checks gigabytes.
public final class BlockBytes {
    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final int WORD = Long.BYTES;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private BlockBytes() {}

    /// The hash that names block `id`: 32 bytes, as an engine's chained hash has. The trace's ids are chained
    /// already.
    public static BlockHash hash(long id) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * WORD).putLong(id);
        for (int word = 1; word < 4; word++) {
            bytes.putLong(mix(id + word * STEP));
        }
        return BlockHash.of(bytes.array());
    }

    /// Fills `destination` with the first bytes of a slot of block `id`.
    public static void write(long id, int slot, MemorySegment destination) {
        long counter = seed(id, slot);
        long words = destination.byteSize() / WORD;
        for (long p = 0; p < words; p++) {
            destination.set(LONG, p * WORD, fold(counter + p * STEP));
        }
        long last = fold(counter + words * STEP);
        for (long at = words * WORD; at < destination.byteSize(); at++) {
            destination.set(ValueLayout.JAVA_BYTE, at, byteOf(last, at));
        }
    }

    /// Where `bytes` first differs from the first bytes of a slot of block `id`; empty when it does not.
    public static OptionalLong mismatch(long id, int slot, MemorySegment bytes) {
        long counter = seed(id, slot);
        long words = bytes.byteSize() / WORD;
        for (long p = 0; p < words; p++) {
            long difference = bytes.get(LONG, p * WORD) ^ fold(counter + p * STEP);
            if (difference != 0) {
                return OptionalLong.of(p * WORD + Long.numberOfTrailingZeros(difference) / Byte.SIZE);
            }
        }
        long last = fold(counter + words * STEP);
        for (long at = words * WORD; at < bytes.byteSize(); at++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at) != byteOf(last, at)) {
                return OptionalLong.of(at);
            }
        }
        return OptionalLong.empty();
    }

    private static byte byteOf(long word, long at) {
        return (byte) (word >>> (at % WORD * Byte.SIZE));
    }

    private static long seed(long id, int slot) {
        return mix(mix(id) + slot);
    }

    private static long fold(long counter) {
        return counter ^ (counter >>> 32);
    }

    /// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): a bijection, so that no two ids share a seed.
    private static long mix(long value) {
        long z = (value + STEP ^ (value + STEP) >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
