package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.memory.backing.ArenaRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArenasTest {
    private static final int GRANULE = 4096;

    private record Run(int start, int length) {}

    @Test
    void theArenaThatIsAskedForComesFirstAndTheEmptiestOtherNext() {
        Arenas arenas = arenas(4, 6, 5);
        assertEquals(4, arenas.allocate(2, 11));
        assertEquals(6, arenas.allocate(4, 11));
        assertEquals(10, arenas.allocate(1, 11), "node 12 has more free than node 10");
        assertEquals(0, arenas.allocate(1, 10));
        assertEquals(11, arenas.allocate(1, 11));
        assertEquals(ExtentAllocator.NONE, arenas.allocate(4, 11));
    }

    @Test
    void withoutAWishTheEmptiestArenaGives() {
        Arenas arenas = arenas(4, 4);
        assertEquals(0, arenas.allocate(3, Pool.ANYWHERE));
        assertEquals(11, arenas.emptiestNode());
        assertEquals(4, arenas.allocate(2, Pool.ANYWHERE));
        assertEquals(6, arenas.allocate(1, 99));
        assertEquals(10, arenas.emptiestNode(), "of equal ones the lower");
        assertEquals(3, arenas.allocate(1, Pool.ANYWHERE));
    }

    @Test
    void noRunCrossesFromOneArenaIntoTheNext() {
        Arenas arenas = arenas(4, 4);
        assertEquals(4, arenas.largest());
        assertEquals(ExtentAllocator.NONE, arenas.allocate(5, Pool.ANYWHERE));
        assertEquals(2, arenas.most(3));
        assertEquals(8, arenas.most(1));
        assertEquals(0, arenas.usedGranules());
        arenas.allocate(3, 10);
        arenas.allocate(3, 11);
        assertEquals(ExtentAllocator.NONE, arenas.allocate(2, Pool.ANYWHERE), "two free granules are not neighbours");
        assertEquals(1, arenas.longestFree());
    }

    @Test
    void onlyWhatWasAllocatedIsFreed() {
        Arenas arenas = arenas(4, 4);
        int start = arenas.allocate(2, 11);
        assertEquals(2, arenas.lengthAt(start));
        assertEquals(0, arenas.lengthAt(start - 4));
        assertThrows(Invariant.Broken.class, () -> arenas.free(start, 1));
        assertThrows(Invariant.Broken.class, () -> arenas.free(start - 4, 2));
        arenas.free(start, 2);
        assertEquals(0, arenas.usedGranules());
    }

    @Test
    void aNodeWithoutAnArenaIsKnownToHaveNone() {
        assertTrue(arenas(4, 4).has(11));
        assertFalse(arenas(4, 4).has(12));
        assertFalse(arenas(4, 4).has(Pool.ANYWHERE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void whateverIsTakenAndGivenBackTheArenasAreTheWholeAndNothingOverlaps(int count) {
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] sizes = random.ints(count, 20, 90).toArray();
            Storm storm = new Storm(arenas(sizes), sizes, random);
            for (int step = 0; step < 2_000; step++) {
                storm.step();
            }
            storm.end();
        }
    }

    /// Random taking and giving back, against a bit for each granule.
    private static final class Storm {
        private final Arenas arenas;
        private final int[] sizes;
        private final SplittableRandom random;
        private final BitSet used = new BitSet();
        private final List<Run> runs = new ArrayList<>();

        Storm(Arenas arenas, int[] sizes, SplittableRandom random) {
            this.arenas = arenas;
            this.sizes = sizes;
            this.random = random;
        }

        void step() {
            if (!runs.isEmpty() && random.nextInt(100) < 48) {
                Run run = runs.remove(random.nextInt(runs.size()));
                arenas.free(run.start, run.length);
                used.clear(run.start, run.start + run.length);
            } else {
                take(random.nextInt(1, 24), random.nextInt(9, 11 + sizes.length));
            }
            assertEquals(used.cardinality(), arenas.usedGranules());
            int parts = arenas.inOrder().stream()
                    .mapToInt(arena -> arena.granules() - arena.freeGranules())
                    .sum();
            assertEquals(used.cardinality(), parts);
        }

        private void take(int length, int wish) {
            int longest = arenas.longestFree();
            boolean fits = fits(wish, length);
            int start = arenas.allocate(length, wish);
            assertEquals(length <= longest, start != ExtentAllocator.NONE, "refused only when no arena has room");
            if (start == ExtentAllocator.NONE) {
                return;
            }
            int end = start + length;
            int found = used.nextSetBit(start);
            assertTrue(found < 0 || found >= end, "overlaps");
            assertTrue(!fits || arenas.numaNode(start) == wish, "the arena that was asked for had room");
            assertEquals(nodeByHand(start), arenas.numaNode(start));
            assertEquals(nodeByHand(start), nodeByHand(end - 1), "ends in its arena");
            used.set(start, end);
            runs.add(new Run(start, length));
        }

        private boolean fits(int node, int length) {
            return arenas.inOrder().stream()
                    .anyMatch(arena ->
                            arena.numaNode() == node && arena.allocator().longestFree() >= length);
        }

        private int nodeByHand(int granule) {
            int arena = 0;
            for (int rest = granule; rest >= sizes[arena]; arena++) {
                rest -= sizes[arena];
            }
            return 10 + arena;
        }

        void end() {
            runs.forEach(run -> arenas.free(run.start, run.length));
            for (int arena = 0; arena < sizes.length; arena++) {
                assertEquals(
                        sizes[arena], arenas.inOrder().get(arena).allocator().longestFree());
            }
        }
    }

    /// Of nodes 10, 11, …
    private static Arenas arenas(int... sizes) {
        List<ArenaRange> ranges = new ArrayList<>();
        long offset = 0;
        for (int i = 0; i < sizes.length; i++) {
            ranges.add(new ArenaRange(10 + i, offset, (long) sizes[i] * GRANULE, true));
            offset += (long) sizes[i] * GRANULE;
        }
        return new Arenas(ranges, GRANULE);
    }
}
