package io.forebay.core.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChainWatchesTest {
    private final Set<BlockKey> there = new HashSet<>();
    private final List<BlockKey> lookedAt = new ArrayList<>();
    private final ChainWatches<String> watches = new ChainWatches<>(4, 100);

    private boolean isThere(BlockKey key) {
        lookedAt.add(key);
        return there.contains(key);
    }

    private boolean add(String who, int from, int to) {
        return watches.add(who, TestKeys.NAMESPACE, TestKeys.hashes(from, to), this::isThere);
    }

    private List<String> arrives(int number) {
        there.add(TestKeys.key(number));
        return watches.arrived(TestKeys.key(number), this::isThere);
    }

    @Test
    void aWatchEndsWithTheLastBlockInWhateverOrderTheyCome() {
        add("a", 0, 4);
        for (int number : new int[] {2, 0, 3}) {
            assertEquals(List.of(), arrives(number));
        }
        assertEquals(List.of("a"), arrives(1));
        assertTrue(watches.isEmpty());
        assertEquals(List.of(), arrives(1));
    }

    @Test
    void aBlockWakesOnlyThoseWhoLackThisVeryOne() {
        add("a", 0, 4);
        add("b", 1, 4);
        lookedAt.clear();
        assertEquals(List.of(), arrives(3));
        assertEquals(List.of(), lookedAt);
        arrives(1);
        assertEquals(List.of(TestKeys.key(1), TestKeys.key(2)), lookedAt);
    }

    @Test
    void aBlockThatGoesBeforeTheLastComesIsWaitedForAgain() {
        add("a", 0, 3);
        arrives(0);
        arrives(1);
        there.remove(TestKeys.key(0));
        assertEquals(List.of(), arrives(2));
        assertEquals(List.of("a"), arrives(0));
    }

    @Test
    void manyBlocksAtOnceMakeEverybodyLook() {
        add("a", 0, 3);
        add("b", 2, 5);
        there.addAll(TestKeys.keys(0, 4));
        assertEquals(List.of("a"), watches.anythingArrived(this::isThere));
        assertEquals(List.of("b"), arrives(4));
    }

    @Test
    void whoIsRemovedIsNotWoken() {
        add("a", 0, 1);
        add("b", 0, 1);
        watches.remove("a");
        watches.remove("nobody");
        assertEquals(List.of("b"), watches.waiting());
        assertEquals(List.of("b"), arrives(0));
    }

    @Test
    void watchesAndTheirHashesAreBounded() {
        assertFalse(add("long", 0, 101));
        assertTrue(add("a", 0, 97));
        assertFalse(add("b", 0, 4));
        for (String who : List.of("b", "c", "d")) {
            assertTrue(add(who, 0, 1));
        }
        watches.remove("a");
        assertTrue(add("e", 0, 97));
        assertFalse(add("f", 0, 1));
        assertEquals(4, watches.count());
    }

    @Test
    void whoLacksNothingDoesNotWait() {
        there.addAll(TestKeys.keys(0, 3));
        assertThrows(Invariant.Broken.class, () -> add("a", 0, 3));
    }

    @Test
    void withAnyHistoryAWatchEndsWhenItsChainIsThereAndOnlyThen() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 300; round++) {
            there.clear();
            int size = random.nextInt(1, 8);
            ChainWatches<Integer> one = new ChainWatches<>(1, 100);
            one.add(round, TestKeys.NAMESPACE, TestKeys.hashes(0, size), there::contains);
            for (int step = 0; step < 200 && !one.isEmpty(); step++) {
                BlockKey key = TestKeys.key(random.nextInt(size));
                if (there.remove(key)) {
                    continue;
                }
                there.add(key);
                boolean full = there.size() == size;
                assertEquals(full ? List.of(round) : List.of(), one.arrived(key, there::contains));
            }
        }
    }
}
