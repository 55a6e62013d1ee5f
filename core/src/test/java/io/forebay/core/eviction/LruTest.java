package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LruTest {
    private static final class Cell extends Evictable {
        boolean leased;

        Cell() {
            super(0);
        }
    }

    private final Lru<Cell> policy = new Lru<>();
    private final List<Cell> cells = Stream.generate(Cell::new).limit(8).toList();

    private @Nullable Cell victim() {
        return policy.victim(cell -> cell.leased ? EvictionPolicy.UNTIL_LET_GO : 0, 0);
    }

    @Test
    void theLeastRecentGoesFirst() {
        cells.forEach(policy::admitted);
        assertSame(cells.get(0), victim());
        policy.used(cells.get(0));
        assertSame(cells.get(1), victim());
        assertSame(cells.get(1), victim(), "a victim stays admitted");
        assertEquals(8, policy.size());
    }

    @Test
    void aBlockThatMayNotGoIsPassedOver() {
        cells.forEach(policy::admitted);
        cells.get(0).leased = true;
        cells.get(1).leased = true;
        assertSame(cells.get(2), victim());
        cells.forEach(cell -> cell.leased = true);
        assertNull(victim());
        cells.get(0).leased = false;
        assertSame(cells.get(0), victim(), "passing over is no use");
    }

    private static long untilLetGo(Cell cell) {
        return cell.leased ? EvictionPolicy.UNTIL_LET_GO : 0;
    }

    @Test
    void aBlockThatStaysForATimeIsAskedAboutOnceUntilThen() {
        cells.forEach(policy::admitted);
        List<Cell> asked = new ArrayList<>();
        ToLongFunction<Cell> firstFourStay = cell -> {
            asked.add(cell);
            return cells.indexOf(cell) < 4 ? 100 : 0;
        };
        assertSame(cells.get(4), policy.victim(firstFourStay, 0));
        assertEquals(cells.subList(0, 5), asked);
        asked.clear();
        assertSame(cells.get(4), policy.victim(firstFourStay, 99));
        assertEquals(cells.subList(4, 5), asked);
        assertSame(cells.get(0), policy.victim(cell -> 0, 100), "parking is no use");
    }

    @Test
    void whenNoOtherMayGoTheParkedOnesAreAskedAgain() {
        cells.forEach(policy::admitted);
        assertNull(policy.victim(cell -> 100, 0));
        policy.used(cells.get(0));
        assertSame(cells.get(1), policy.victim(cell -> 0, 1));
        assertEquals(8, policy.size());
    }

    @Test
    void aParkedBlockThatLeavesAndComesBackStandsWhereItCameBack() {
        cells.forEach(policy::admitted);
        assertSame(cells.get(1), policy.victim(cell -> cell == cells.get(0) ? 100 : 0, 0));
        policy.gone(cells.get(0));
        policy.admitted(cells.get(0));
        assertSame(cells.get(1), policy.victim(cell -> 0, 100));
        cells.subList(1, 8).forEach(policy::gone);
        assertSame(cells.get(0), policy.victim(cell -> 0, 100));
        policy.gone(cells.get(0));
        assertNull(policy.victim(cell -> 0, 100));
    }

    @Test
    void anEmptyPolicyHasNoVictim() {
        assertNull(victim());
        policy.admitted(cells.get(0));
        policy.gone(cells.get(0));
        assertNull(victim());
        assertEquals(0, policy.size());
    }

    @Test
    void goneTwiceIsGoneOnceAndAUseOfAGoneBlockIsNone() {
        policy.admitted(cells.get(0));
        policy.admitted(cells.get(1));
        policy.gone(cells.get(0));
        policy.gone(cells.get(0));
        policy.used(cells.get(0));
        assertEquals(1, policy.size());
        assertSame(cells.get(1), victim());
    }

    @Test
    void admittingTwiceIsAUse() {
        policy.admitted(cells.get(0));
        policy.admitted(cells.get(1));
        policy.admitted(cells.get(0));
        assertEquals(2, policy.size());
        assertSame(cells.get(1), victim());
    }

    @Test
    void itOrdersLikeAListThatIsSearched() {
        for (long seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Lru<Cell> lru = new Lru<>();
            List<Cell> order = new ArrayList<>();
            List<Cell> fresh = Stream.generate(Cell::new).limit(8).toList();
            for (int step = 0; step < 300; step++) {
                Cell cell = fresh.get(random.nextInt(8));
                cell.leased = random.nextInt(3) == 0;
                boolean admitted = order.remove(cell);
                switch (random.nextInt(3)) {
                    case 0 -> lru.gone(cell);
                    case 1 -> {
                        lru.used(cell);
                        order.addAll(admitted ? List.of(cell) : List.of());
                    }
                    default -> {
                        lru.admitted(cell);
                        order.add(cell);
                    }
                }
                Cell expected =
                        order.stream().filter(each -> !each.leased).findFirst().orElse(null);
                assertSame(expected, lru.victim(LruTest::untilLetGo, step), "seed " + seed + ", step " + step);
                assertEquals(order.size(), lru.size(), "seed " + seed + ", step " + step);
            }
        }
    }
}
