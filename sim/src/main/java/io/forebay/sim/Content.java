package io.forebay.sim;

import io.forebay.core.block.BlockHash;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The bytes that belong in a slot: each follows from the block's hash, the slot's number and the position, so that
/// any byte of any other block is seen.
final class Content {
    private Content() {}

    static void write(MemorySegment target, BlockHash hash, int slot) {
        for (long at = 0; at < target.byteSize(); at += Long.BYTES) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, at, word(hash, slot, at));
        }
    }

    static boolean matches(MemorySegment found, BlockHash hash, int slot) {
        for (long at = 0; at < found.byteSize(); at += Long.BYTES) {
            if (found.get(ValueLayout.JAVA_LONG_UNALIGNED, at) != word(hash, slot, at)) {
                return false;
            }
        }
        return true;
    }

    private static long word(BlockHash hash, int slot, long at) {
        long mixed = (hash.hashCode() * 31L + slot) * 0x9E3779B97F4A7C15L + at;
        mixed ^= mixed >>> 29;
        return mixed * 0xBF58476D1CE4E5B9L;
    }
}
