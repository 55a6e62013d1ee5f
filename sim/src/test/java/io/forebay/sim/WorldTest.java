package io.forebay.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.eviction.EvictionKind;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.prefetch.PrefetchStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("acceptance")
class WorldTest {
    private static final int SEEDS = 100;
    private static final int LEARNING_SEEDS = 12;
    private static final int FIRST_PREFETCH_SEED = 15;
    private static final int LAST_PREFETCH_SEED = 25;
    private static final int OFF_SEEDS = 1;

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

    private static final List<String> PREFETCH_HAPPENED = List.of(
            "promotions_landed",
            "promotions_failed",
            "prefetch_blocks_used",
            "prefetch_blocks_wasted",
            "ssd_blocks_evicted");

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

    @Test
    void routersAndSsdsKeepThemToo() {
        Map<String, Long> counts = new ConcurrentSkipListMap<>();
        Map<Outcome, Long> outcomes = new ConcurrentSkipListMap<>();
        Map<PrefetchStatus, Long> triggered = new ConcurrentSkipListMap<>();
        play(FIRST_PREFETCH_SEED, LAST_PREFETCH_SEED, EvictionKind.LRU, Tiers.SSD_PREFETCH, world -> {
            world.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
            world.counts().forEach((name, count) -> counts.merge(name, count, Long::sum));
            world.triggered().forEach((status, count) -> triggered.merge(status, count, Long::sum));
        });
        assertTrue(outcomes.getOrDefault(Outcome.SSD, 0L) > 100, "SSD reads happened: " + outcomes);
        assertTrue(outcomes.getOrDefault(Outcome.BUFFER, 0L) > 100, "prefetched hits happened: " + outcomes);
        for (PrefetchStatus status : PrefetchStatus.values()) {
            assertTrue(
                    status == PrefetchStatus.TOO_LARGE || triggered.getOrDefault(status, 0L) > 0,
                    status + " happened: " + triggered);
        }
        for (String name : PREFETCH_HAPPENED) {
            assertTrue(counts.getOrDefault(name, 0L) > 0, name + " happened: " + counts);
        }
    }

    /// One seed, one history: of a cluster that knows prefetching and has it switched off, and of one that was made
    /// without.
    @Test
    void offIsAsIfItHadNeverBeenThere() {
        for (long seed = 1; seed <= OFF_SEEDS; seed++) {
            String without = history(seed, EvictionKind.LRU, Tiers.SSD);
            assertEquals(without, history(seed, EvictionKind.LRU, Tiers.SSD_PREFETCH_OFF));
            assertTrue(without.contains("ssd"), "the SSD was used");
        }
    }

    private void play(long from, long to, EvictionKind eviction, Consumer<World> then) {
        play(from, to, eviction, Tiers.MEMORY, then);
    }

    /// Each seed has its world and a directory to itself, so that all processors can doubt at once.
    private void play(long from, long to, EvictionKind eviction, Tiers tiers, Consumer<World> then) {
        LongStream.rangeClosed(from, to).parallel().forEach(seed -> {
            Path own = directory.resolve("seed-" + seed);
            assertTrue(own.toFile().mkdir());
            try (World world = new World(seed, own, eviction, tiers)) {
                world.run();
                then.accept(world);
            }
            assertTrue(tiers.hasDisks || own.toFile().delete(), "a world leaves nothing behind but its SSDs");
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
        return history(seed, eviction, Tiers.MEMORY);
    }

    private String history(long seed, EvictionKind eviction, Tiers tiers) {
        Path own = directory.resolve(seed + "-" + tiers);
        assertTrue(own.toFile().isDirectory() || own.toFile().mkdir());
        try (World world = new World(seed, own, eviction, tiers)) {
            return world.run();
        }
    }

    @Test
    @Tag("long")
    void tenThousandMoreSeedsKeepEveryInvariant() {
        play(1_001, 11_000, EvictionKind.LRU, world -> {});
        play(11_001, 13_000, EvictionKind.CHI, world -> {});
        LongAdder late = new LongAdder();
        play(
                13_001,
                14_000,
                EvictionKind.LRU,
                Tiers.SSD_PREFETCH,
                world -> late.add(world.counts().getOrDefault("prefetch_blocks_late", 0L)));
        assertTrue(late.sum() > 0, "gets came too early: in one of fifteen histories");
        for (long seed = 2; seed <= 20; seed++) {
            assertEquals(
                    history(seed, EvictionKind.LRU, Tiers.SSD),
                    history(seed, EvictionKind.LRU, Tiers.SSD_PREFETCH_OFF));
        }
    }
}
