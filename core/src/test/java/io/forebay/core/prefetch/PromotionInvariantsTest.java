package io.forebay.core.prefetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.Command;
import io.forebay.core.catalogue.Decision;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.SwitchPrefetch;
import io.forebay.core.catalogue.Tick;
import io.forebay.core.session.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Routers and nodes that say anything in any order, through the catalogue: what has to hold of promotions holds after
/// every step.
class PromotionInvariantsTest {
    private static final long MILLI = 1_000_000L;
    private static final int STEPS = 5_000;
    private static final int LIMIT = 6;
    private static final PrefetchTerms TERMS =
            new PrefetchTerms(true, true, 0.95, LIMIT, 3, 2_000 * MILLI, 3_000 * MILLI);
    private static final CatalogueSettings SETTINGS = new CatalogueSettings(1_000 * MILLI, 2_500 * MILLI, 0, 4);
    private static final List<BlockKey> KEYS = TestKeys.keys(0, RandomNode.KEYS);

    private final Set<TaskEnd> seen = EnumSet.noneOf(TaskEnd.class);
    private int mostInFlight;
    private int mostCandidates;
    private long onHit;
    private long mostOnHit;
    private long mostProlonged;
    private long refusals;

    @Test
    void aHundredThousandRandomStepsKeepEveryInvariant() {
        play(0, 20);
        assertEquals(EnumSet.allOf(TaskEnd.class), seen, "the steps reach every end");
        assertEquals(LIMIT, mostInFlight, "and the limit");
        assertTrue(mostCandidates > 2, "and candidates");
        assertTrue(mostOnHit > 10, () -> "and gets that bring their blocks: " + mostOnHit);
        assertEquals(0, onHit, "where that is on");
        assertTrue(mostProlonged > 20, () -> "and leases that triggers prolong: " + mostProlonged);
        assertTrue(refusals > 100, () -> "and their bound: " + refusals);
    }

    @Test
    @Tag("long")
    void aMillionMoreRandomStepsKeepEveryInvariant() {
        play(20, 220);
    }

    private void play(long from, long to) {
        for (long seed = from; seed < to; seed++) {
            Cluster cluster = new Cluster(seed);
            for (int step = 0; step < STEPS; step++) {
                cluster.step(step);
            }
            cluster.assertAllEnds();
            mostProlonged = Math.max(mostProlonged, cluster.buffers.mostProlonged);
            refusals += cluster.buffers.refusals;
        }
    }

    /// One catalogue, and who talks to it.
    private final class Cluster {
        private final long seed;
        private final SplittableRandom random;
        private final Promotions promotions;
        private final Catalogue catalogue;
        private final BufferModel buffers;
        private final List<RandomNode> nodes = new ArrayList<>();
        private final Set<SessionId> sessions = new LinkedHashSet<>();
        private final Deque<Command> last = new ArrayDeque<>();
        private long now;

        Cluster(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            // The sketch is large: few clusters have one.
            this.promotions = new Promotions(seed % 4 == 0 ? TERMS.withOnHit(true, 2) : TERMS);
            this.catalogue = new Catalogue(SETTINGS, 1, 0, promotions);
            this.buffers = new BufferModel(promotions, catalogue);
            for (int i = 0; i < 3; i++) {
                nodes.add(new RandomNode(i, random));
            }
            nodes.forEach(node -> decide(node, node.open(1)));
        }

        void step(int step) {
            try {
                now += random.nextInt(60) == 0 ? random.nextInt(2_000) * MILLI : random.nextInt(30) * MILLI;
                if (random.nextInt(3) == 0) {
                    decide(null, routers());
                } else {
                    RandomNode node = nodes.get(random.nextInt(nodes.size()));
                    decide(node, node.next());
                }
                check();
            } catch (RuntimeException | AssertionError broken) {
                throw new AssertionError("seed " + seed + ", step " + step + ", after " + last, broken);
            }
        }

        private Command routers() {
            String request = random.nextInt(8) == 0 ? "" : "r" + random.nextInt(5);
            int from = random.nextInt(RandomNode.KEYS);
            List<BlockHash> hashes = TestKeys.hashes(from, Math.min(RandomNode.KEYS, from + 1 + random.nextInt(5)));
            return switch (random.nextInt(16)) {
                case 0, 1 -> new CancelPrefetch("r" + random.nextInt(5));
                case 2, 3, 4, 5 -> new Tick();
                case 6 -> new Lookup(TestKeys.NAMESPACE, hashes);
                case 7 -> new SwitchPrefetch(random.nextInt(4) > 0);
                default -> new Prefetch(TestKeys.NAMESPACE, hashes, request, random.nextInt(1_500) * MILLI);
            };
        }

        private void decide(@Nullable RandomNode node, Command command) {
            last.add(command);
            if (last.size() > 30) {
                last.remove();
            }
            Decision decision = catalogue.decide(command, now);
            assertEquals(decision, catalogue.decide(command, now), "decided twice");
            Runnable then = buffers.decided(command, decision, now);
            decision.events().forEach(catalogue::apply);
            then.run();
            if (node != null) {
                node.heard(command, decision.reply());
                sessions.add(node.session);
            }
        }

        private void check() {
            PromotionStats stats = promotions.stats();
            int tasks = 0;
            int candidates = 0;
            for (BlockKey key : KEYS) {
                Task task = promotions.task(key);
                boolean candidate = promotions.isCandidate(key);
                assertFalse(task != null && candidate, "a task or a candidate, not both");
                tasks += task == null ? 0 : 1;
                candidates += candidate ? 1 : 0;
                if (task != null) {
                    assertPinned(task);
                }
            }
            assertEquals(tasks, stats.inFlight(), "one task a key");
            assertEquals(candidates, stats.candidates());
            assertEquals(tasks, pins(), "pins are tasks");
            assertTrue(tasks <= LIMIT, "the limit is exact");
            assertTrue(promotions.isActive() || candidates == 0, "candidates go with the switch");
            assertAccounts(stats);
            mostInFlight = Math.max(mostInFlight, tasks);
            mostCandidates = Math.max(mostCandidates, candidates);
        }

        private void assertPinned(Task task) {
            assertTrue(
                    nodes.stream().anyMatch(node -> node.session.equals(task.owner) && node.disk.contains(task.key)),
                    "a task's record is on the SSD of an open session");
            assertTrue(promotions.pinnedNanos(task.owner, task.key, now) > 0);
        }

        private int pins() {
            int pins = 0;
            for (SessionId session : sessions) {
                for (BlockKey key : KEYS) {
                    pins += promotions.pinnedNanos(session, key, now) > 0 ? 1 : 0;
                }
            }
            sessions.removeIf(
                    session -> sessions.size() > 4 && nodes.stream().noneMatch(n -> n.session.equals(session)));
            return pins;
        }

        private void assertAccounts(PromotionStats stats) {
            long admitted = 0;
            long ends = 0;
            for (PromotionSource source : PromotionSource.values()) {
                Map<TaskEnd, Long> ended = stats.ended().getOrDefault(source, Map.of());
                seen.addAll(ended.keySet());
                ends += ended.values().stream().mapToLong(Long::longValue).sum();
                admitted += Objects.requireNonNull(stats.admitted().get(source));
            }
            assertEquals(admitted, ends + stats.inFlight(), "one end each");
            onHit += promotions.terms().onHit() ? 0 : stats.admitted().getOrDefault(PromotionSource.ON_HIT, 0L);
            mostOnHit = Math.max(mostOnHit, stats.admitted().getOrDefault(PromotionSource.ON_HIT, 0L));
        }

        /// When nobody says anything more, nothing stays.
        void assertAllEnds() {
            for (int i = 0; i < 62; i++) {
                now += 100 * MILLI;
                decide(null, new Tick());
                check();
            }
            assertEquals(0, promotions.stats().inFlight() + promotions.stats().candidates());
        }
    }
}
