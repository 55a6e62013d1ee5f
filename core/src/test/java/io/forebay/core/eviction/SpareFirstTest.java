package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SpareFirstTest {
    private final List<Cell> cells = cells(8);

    private static List<Cell> cells(int count) {
        return LongStream.range(0, count).mapToObj(Cell::new).toList();
    }

    private static SpareFirst<Cell> over(EvictionKind kind) {
        return new SpareFirst<>(kind, 8, () -> 1);
    }

    private static @Nullable Cell victim(SpareFirst<Cell> policy) {
        return policy.victim(Cell::stayNanos, 0);
    }

    @ParameterizedTest
    @EnumSource
    void spareBlocksGoBeforeAllOthersTheLeastRecentFirst(EvictionKind rest) {
        SpareFirst<Cell> policy = over(rest);
        cells.forEach(policy::admitted);
        policy.spare(cells.get(6));
        policy.spare(cells.get(4));
        policy.spare(cells.get(6));
        assertEquals(8, policy.size());
        assertSame(cells.get(4), victim(policy), "what was used last counts, not what was made spare last");
        policy.used(cells.get(4));
        assertSame(cells.get(6), victim(policy));
        cells.get(6).held = true;
        assertSame(cells.get(4), victim(policy));
        policy.gone(cells.get(4));
        assertSame(cells.get(0), victim(policy), "of the rest, the oldest");
        cells.get(6).held = false;
        assertSame(cells.get(6), victim(policy));
        policy.gone(cells.get(6));
        assertEquals(6, policy.size());
    }

    @ParameterizedTest
    @EnumSource
    void aSpareBlockThatComesBackIsSpareAndOneThatIsNotThereIsNotMadeSo(EvictionKind rest) {
        SpareFirst<Cell> policy = over(rest);
        cells.forEach(policy::admitted);
        policy.spare(cells.get(5));
        policy.gone(cells.get(5));
        policy.admitted(cells.get(5));
        assertSame(cells.get(5), victim(policy));
        policy.gone(cells.get(5));
        policy.gone(cells.get(7));
        policy.spare(cells.get(7));
        assertSame(cells.get(0), victim(policy));
        policy.admitted(cells.get(7));
        cells.subList(0, 5).forEach(policy::gone);
        assertSame(cells.get(6), victim(policy));
        policy.gone(cells.get(6));
        policy.gone(cells.get(7));
        assertNull(victim(policy));
        assertEquals(0, policy.size());
    }

    @ParameterizedTest
    @EnumSource
    void spareBlocksThatHaveToStayAreAskedAboutOnceHoweverOftenAVictimIsLookedFor(EvictionKind rest) {
        SpareFirst<Cell> policy = over(rest);
        List<Cell> many = cells(1_000);
        many.forEach(policy::admitted);
        many.subList(0, 500).forEach(policy::spare);
        AtomicInteger asked = new AtomicInteger();
        for (int victims = 0; victims < 200; victims++) {
            Cell victim = policy.victim(
                    cell -> {
                        asked.addAndGet(cell.spare ? 1 : 0);
                        return cell.spare ? 100 : 0;
                    },
                    victims % 50);
            policy.gone(many.get((int) (victim == null ? -1 : victim.id)));
        }
        assertEquals(500, asked.get());
        assertEquals(800, policy.size());
    }

    @Test
    void whenNoneMayGoByWhatWasSaidTheSpareOnesAreAskedAgainFirst() {
        SpareFirst<Cell> policy = over(EvictionKind.LRU);
        cells.forEach(policy::admitted);
        policy.spare(cells.get(3));
        assertNull(policy.victim(cell -> 100, 0));
        assertSame(cells.get(3), policy.victim(cell -> 0, 1));
        policy.gone(cells.get(3));
        assertNull(policy.victim(cell -> 100, 2));
        assertSame(cells.get(0), policy.victim(cell -> 0, 3));
    }

    @Test
    void overLruItOrdersLikeAListThatIsSearched() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SpareFirst<Cell> policy = over(EvictionKind.LRU);
            List<Cell> order = new ArrayList<>();
            List<Cell> all = cells(8);
            long[] until = new long[all.size()];
            for (int step = 0; step < 300; step++) {
                Cell cell = all.get(random.nextInt(8));
                cell.held = random.nextInt(4) == 0;
                until[(int) cell.id] += random.nextInt(4) == 0 ? Math.max(0, step + 9 - until[(int) cell.id]) : 0;
                boolean admitted = order.contains(cell);
                switch (random.nextInt(4)) {
                    case 0 -> {
                        policy.gone(cell);
                        order.remove(cell);
                    }
                    case 1 -> {
                        policy.used(cell);
                        order.remove(cell);
                        order.addAll(admitted ? List.of(cell) : List.of());
                    }
                    case 2 -> policy.spare(cell);
                    default -> {
                        policy.admitted(cell);
                        order.remove(cell);
                        order.add(cell);
                    }
                }
                long now = step;
                Cell expected = first(order, until, now);
                Cell victim = policy.victim(each -> stay(each, until, now), now);
                assertSame(expected, victim, "seed " + seed + ", step " + step);
                assertEquals(order.size(), policy.size(), "seed " + seed + ", step " + step);
            }
        }
    }

    private static long stay(Cell cell, long[] until, long now) {
        return cell.held ? EvictionPolicy.UNTIL_LET_GO : Math.max(0, until[(int) cell.id] - now);
    }

    private static @Nullable Cell first(List<Cell> order, long[] until, long now) {
        List<Cell> free =
                order.stream().filter(each -> stay(each, until, now) == 0).toList();
        return free.stream().filter(each -> each.spare).findFirst().orElse(free.isEmpty() ? null : free.getFirst());
    }
}
