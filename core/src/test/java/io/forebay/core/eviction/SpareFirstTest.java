package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpareFirstTest {
    private final List<Cell> cells = LongStream.range(0, 8).mapToObj(Cell::new).toList();

    private static SpareFirst<Cell> over(String policy) {
        return new SpareFirst<>(policy.equals("lru") ? new Lru<>() : new Chi<>(8, 1));
    }

    private static @Nullable Cell victim(SpareFirst<Cell> policy) {
        return policy.victim(Cell::stayNanos, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lru", "chi"})
    void spareBlocksGoBeforeAllOthersTheLeastRecentFirst(String rest) {
        SpareFirst<Cell> policy = over(rest);
        cells.forEach(policy::admitted);
        policy.spare(cells.get(6));
        policy.spare(cells.get(4));
        policy.spare(cells.get(6));
        assertEquals(8, policy.size());
        assertSame(cells.get(6), victim(policy));
        policy.used(cells.get(6));
        assertSame(cells.get(4), victim(policy));
        cells.get(4).held = true;
        assertSame(cells.get(6), victim(policy));
        policy.gone(cells.get(6));
        assertSame(cells.get(0), victim(policy), "of the rest, the oldest");
        cells.get(4).held = false;
        assertSame(cells.get(4), victim(policy));
        policy.gone(cells.get(4));
        assertEquals(6, policy.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lru", "chi"})
    void aSpareBlockThatComesBackIsSpareAndOneThatIsNotThereIsNotMadeSo(String rest) {
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
}
