package io.forebay.bench.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BlockBytesTest {
    private static final long SEED = 20261129;

    private static MemorySegment slot(Arena arena, long id, int slot, long bytes) {
        MemorySegment segment = arena.allocate(bytes);
        BlockBytes.write(id, slot, segment);
        return segment;
    }

    @Test
    void whatWasWrittenIsWhatIsExpected() {
        try (Arena arena = Arena.ofConfined()) {
            for (int bytes = 1; bytes < 70; bytes++) {
                assertEquals(OptionalLong.empty(), BlockBytes.mismatch(5, 2, slot(arena, 5, 2, bytes)));
            }
        }
    }

    @Test
    void anyFlippedByteIsFoundWhereItIs() {
        SplittableRandom random = new SplittableRandom(SEED);
        try (Arena arena = Arena.ofConfined()) {
            for (int run = 0; run < 2_000; run++) {
                long id = random.nextLong();
                int slot = random.nextInt(64);
                int bytes = 1 + random.nextInt(600);
                MemorySegment segment = slot(arena, id, slot, bytes);
                long at = random.nextInt(bytes);
                byte flip = (byte) (1 + random.nextInt(255));
                segment.set(ValueLayout.JAVA_BYTE, at, (byte) (segment.get(ValueLayout.JAVA_BYTE, at) ^ flip));
                assertEquals(
                        OptionalLong.of(at), BlockBytes.mismatch(id, slot, segment), "seed " + SEED + " run " + run);
            }
        }
    }

    @Test
    void anotherBlocksOrSlotsBytesAreSeen() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = slot(arena, 7, 1, 64);
            assertTrue(BlockBytes.mismatch(8, 1, segment).isPresent());
            assertTrue(BlockBytes.mismatch(7, 0, segment).isPresent());
            assertTrue(BlockBytes.mismatch(8, 0, segment).isPresent());
        }
    }

    @Test
    void bytesThatMovedWithinASlotAreSeen() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = slot(arena, 7, 1, 4_096);
            for (long shift = 1; shift < 2_048; shift++) {
                OptionalLong at = BlockBytes.mismatch(7, 1, segment.asSlice(shift, 2_048));
                assertTrue(at.isPresent() && at.getAsLong() < 16, "shift " + shift);
            }
        }
    }

    @Test
    void everyBlockHasAHashOfItsOwn() {
        Set<BlockHash> hashes = new HashSet<>();
        for (long id = 0; id < 10_000; id++) {
            assertTrue(hashes.add(BlockBytes.hash(id)));
            assertEquals(32, BlockBytes.hash(id).bytes().length);
        }
        assertEquals(BlockBytes.hash(3), BlockBytes.hash(3));
        assertNotEquals(BlockBytes.hash(3), BlockBytes.hash(-3));
    }
}
