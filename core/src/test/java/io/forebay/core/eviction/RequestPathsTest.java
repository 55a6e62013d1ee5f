package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RequestPathsTest {
    /// Notes the paths that it is told.
    private static final class Listening implements EvictionPolicy<Cell> {
        final List<List<Long>> told = new ArrayList<>();

        @Override
        public void requested(BlockPath path, SessionHint hint) {
            assertEquals(SessionHint.NONE, hint);
            told.add(IntStream.range(0, path.length()).mapToObj(path::key).toList());
        }

        @Override
        public void admitted(Cell block) {}

        @Override
        public void used(Cell block) {}

        @Override
        public void gone(Cell block) {}

        @Override
        public @Nullable Cell victim(ToLongFunction<Cell> stayNanos, long nowNanos) {
            return null;
        }

        @Override
        public int size() {
            return 0;
        }
    }

    private final Listening policy = new Listening();
    private final RequestPaths paths = new RequestPaths(policy);

    private void asks(String request, long... chain) {
        paths.asks("space", request, BlockPath.of(chain));
    }

    private void saves(String request, long... blocks) {
        paths.saves("space", request, BlockPath.of(blocks));
    }

    @Test
    void aRequestThatAsksAndSavesIsOne() {
        asks("r", 1, 2, 3);
        asks("r", 1, 2, 3);
        saves("r", 2, 3);
        saves("r", 1, 2, 3);
        saves("r", 4);
        assertEquals(List.of(List.of(1L, 2L, 3L)), policy.told);
    }

    @Test
    void aRequestThatOnlySavesIsOneHoweverManyRanksItHas() {
        saves("r", 1, 2);
        saves("r", 1, 2);
        saves("r", 3);
        asks("r", 1, 2);
        assertEquals(List.of(List.of(1L, 2L)), policy.told);
    }

    @Test
    void anotherChainOrNameOrNamespaceIsAnotherRequest() {
        asks("r", 1, 2);
        asks("r", 1, 2, 3);
        asks("s", 1, 2, 3);
        paths.asks("elsewhere", "s", BlockPath.of(1, 2, 3));
        paths.saves("nowhere", "s", BlockPath.of(1, 2));
        assertEquals(
                List.of(
                        List.of(1L, 2L),
                        List.of(1L, 2L, 3L),
                        List.of(1L, 2L, 3L),
                        List.of(1L, 2L, 3L),
                        List.of(1L, 2L)),
                policy.told);
    }

    @Test
    void theOldestNamesAreForgotten() {
        for (int i = 0; i <= RequestPaths.REMEMBERED; i++) {
            asks("r" + i, i);
        }
        saves("r1", 1);
        assertEquals(RequestPaths.REMEMBERED + 1, policy.told.size());
        saves("r0", 7);
        assertEquals(List.of(7L), policy.told.getLast());
    }
}
