package io.forebay.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.eviction.EvictionKind;
import io.forebay.core.fetch.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("acceptance")
class WorldTest {
    private static final int SEEDS = 100;
    private static final int LEARNING_SEEDS = 30;

    /// What the seeds must bring about, or they prove nothing about it.
    private static final List<String> HAPPENED = List.of(
            "ledger_repeats",
            "ledger_backfilled_blocks",
            "retirements_proposed",
            "evictions",
            "unilateral_frees_away",
            "unilateral_frees_late",
            "unilateral_frees_refused",
            "suspects_corrupt",
            "suspects_unfounded");

    @TempDir
    Path directory;

    @Test
    void aHundredSeedsKeepEveryInvariant() {
        Map<String, Long> counts = new ConcurrentSkipListMap<>();
        Map<Outcome, Long> outcomes = new ConcurrentSkipListMap<>();
        play(1, SEEDS, EvictionKind.LRU, world -> {
            world.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
            world.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
        });
        assertTrue(outcomes.getOrDefault(Outcome.MEMORY, 0L) > 1_000, "local hits happened: " + outcomes);
        assertTrue(outcomes.getOrDefault(Outcome.PEER, 0L) > 1_000, "peer reads happened: " + outcomes);
        assertTrue(outcomes.getOrDefault(Outcome.MISS_NO_OWNER, 0L) > 100, "misses happened: " + outcomes);
        for (String name : HAPPENED) {
            assertTrue(counts.getOrDefault(name, 0L) > 0, name + " happened: " + counts);
        }
    }

    @Test
    void nodesThatEvictByWhatTheyHaveLearnedKeepThemToo() {
        Map<String, Long> counts = new ConcurrentSkipListMap<>();
        play(
                1,
                LEARNING_SEEDS,
                EvictionKind.CHI,
                world -> world.counts().forEach((name, count) -> counts.merge(name, count, Long::sum)));
        assertTrue(counts.getOrDefault("evictions", 0L) > 1_000, "evictions happened: " + counts);
    }

    /// Each seed has its world and a directory to itself, so that all processors can doubt at once.
    private void play(long from, long to, EvictionKind eviction, Consumer<World> then) {
        LongStream.rangeClosed(from, to).parallel().forEach(seed -> {
            Path own = directory.resolve("seed-" + seed);
            assertTrue(own.toFile().mkdir());
            try (World world = new World(seed, own, eviction)) {
                world.run();
                then.accept(world);
            }
            assertTrue(own.toFile().delete(), "a world leaves nothing behind");
        });
    }

    /// `-Dforebay.seed=N -Dtest=WorldTest#oneSeedGivesOneHistory` repeats a history that failed.
    @Test
    void oneSeedGivesOneHistory() {
        long seed = Long.getLong("forebay.seed", 4711);
        for (EvictionKind eviction : EvictionKind.values()) {
            assertEquals(history(seed, eviction), history(seed, eviction));
        }
    }

    private String history(long seed, EvictionKind eviction) {
        try (World world = new World(seed, directory, eviction)) {
            return world.run();
        }
    }

    @Test
    @Tag("long")
    void tenThousandMoreSeedsKeepEveryInvariant() {
        play(1_001, 11_000, EvictionKind.LRU, world -> {});
        play(11_001, 13_000, EvictionKind.CHI, world -> {});
    }
}
