package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtentAllocatorTest {
    /// 16 MiB in granules of 4 KiB.
    private static final int LARGEST = 4_096;

    private record Run(int start, int length) {}

    @Test
    void consecutiveExtentsLieOneBehindTheOther() {
        ExtentAllocator allocator = new ExtentAllocator(10);
        assertEquals(0, allocator.allocate(3));
        assertEquals(3, allocator.allocate(3));
        assertEquals(6, allocator.allocate(4));
        assertEquals(10, allocator.usedGranules());
        assertEquals(ExtentAllocator.NONE, allocator.allocate(1));
    }

    @Test
    void theSmallestHoleThatFitsIsTakenAndOfEqualOnesTheLowest() {
        ExtentAllocator allocator = new ExtentAllocator(20);
        for (int length : new int[] {4, 1, 2, 1, 2, 1, 9}) {
            allocator.allocate(length);
        }
        allocator.free(0, 4);
        allocator.free(8, 2);
        allocator.free(5, 2);
        assertEquals(5, allocator.allocate(2));
        assertEquals(8, allocator.allocate(1));
        assertEquals(9, allocator.allocate(1));
        assertEquals(0, allocator.allocate(2));
    }

    @Test
    void aFreedRunJoinsBothNeighbours() {
        ExtentAllocator allocator = new ExtentAllocator(9);
        allocator.allocate(3);
        allocator.allocate(3);
        allocator.allocate(3);
        allocator.free(0, 3);
        allocator.free(6, 3);
        assertEquals(ExtentAllocator.NONE, allocator.allocate(4));
        allocator.free(3, 3);
        assertEquals(0, allocator.allocate(9));
    }

    @Test
    void onlyExactlyWhatWasAllocatedIsFreed() {
        ExtentAllocator allocator = new ExtentAllocator(8);
        allocator.allocate(4);
        assertThrows(Invariant.Broken.class, () -> allocator.free(0, 3));
        assertThrows(Invariant.Broken.class, () -> allocator.free(1, 3));
        assertThrows(Invariant.Broken.class, () -> allocator.free(4, 4));
        assertThrows(Invariant.Broken.class, () -> allocator.free(-1, 1));
        assertThrows(Invariant.Broken.class, () -> allocator.free(8, 1));
        allocator.free(0, 4);
        assertThrows(Invariant.Broken.class, () -> allocator.free(0, 4));
        assertThrows(Invariant.Broken.class, () -> allocator.allocate(0));
        assertThrows(Invariant.Broken.class, () -> new ExtentAllocator(0));
    }

    /// The whole state of the model is a bitmap and the list of what was handed out.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void itAgreesWithABitmap(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int granules = random.nextInt(1, 200);
        int longest = random.nextInt(1, 20);
        ExtentAllocator allocator = new ExtentAllocator(granules);
        BitSet used = new BitSet(granules);
        List<Run> runs = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            String where = "seed " + seed + ", step " + step;
            if (runs.isEmpty() || random.nextInt(100) < 55) {
                int length = random.nextInt(1, longest + 1);
                int start = allocator.allocate(length);
                assertEquals(bestFit(used, granules, length), start, where);
                if (start != ExtentAllocator.NONE) {
                    used.set(start, start + length);
                    runs.add(new Run(start, length));
                }
            } else {
                Run run = runs.remove(random.nextInt(runs.size()));
                assertEquals(run.length(), allocator.lengthAt(run.start()), where);
                allocator.free(run.start(), run.length());
                used.clear(run.start(), run.start() + run.length());
            }
            assertEquals(used.cardinality(), allocator.usedGranules(), where);
            int at = random.nextInt(granules);
            int expected = runs.stream()
                    .filter(run -> run.start() == at)
                    .mapToInt(Run::length)
                    .sum();
            assertEquals(expected, allocator.lengthAt(at), where);
        }
    }

    /// Slots of 4 KiB to 16 MiB, as many of each power of two, come and go least recent first, in a pool of 64 times
    /// the
    /// largest: an allocation fails only when hardly anything is free.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void inASteadyStateAnAllocationFailsOnlyOnceNineteenTwentiethsAreUsed(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int granules = 64 * LARGEST;
        ExtentAllocator allocator = new ExtentAllocator(granules);
        ArrayDeque<Run> oldestFirst = new ArrayDeque<>();
        int refusals = 0;
        for (int step = 0; step < 20_000; step++) {
            int length = (int) Math.round(Math.exp(random.nextDouble() * Math.log(LARGEST)));
            int start = allocator.allocate(length);
            if (start == ExtentAllocator.NONE) {
                refusals++;
                double used = (double) allocator.usedGranules() / granules;
                assertTrue(used >= 0.95, "refused at " + used + ", step " + step + " of seed " + seed);
                assertTrue(allocator.longestFree() < length, "nothing that fits is refused");
            }
            while (start == ExtentAllocator.NONE) {
                Run oldest = oldestFirst.remove();
                allocator.free(oldest.start(), oldest.length());
                start = allocator.allocate(length);
            }
            oldestFirst.add(new Run(start, length));
        }
        assertTrue(refusals > 1_000, "the pool was full most of the time: " + refusals);
    }

    private static int bestFit(BitSet used, int granules, int length) {
        int best = ExtentAllocator.NONE;
        int bestLength = Integer.MAX_VALUE;
        for (int start = used.nextClearBit(0); start < granules; ) {
            int next = used.nextSetBit(start);
            int end = next < 0 ? granules : next;
            if (end - start >= length && end - start < bestLength) {
                best = start;
                bestLength = end - start;
            }
            start = used.nextClearBit(end);
        }
        return best;
    }
}
