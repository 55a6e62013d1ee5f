package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random owners, some of them dead, some with holes that the catalogue does not know: with attempts to spare the
/// plan delivers every block up to the first that no living owner has, and never repeats a request that must fail.
class FetchPlanPropertyTest {
    private static final int SEEDS = 2_000;
    private static final NodeId SELF = new NodeId("self");

    private static final class World {
        final List<OwnerRun> runs = new ArrayList<>();
        final Set<String> dead = new HashSet<>();
        final Set<String> holes = new HashSet<>();
        final Set<String> refused = new HashSet<>();
        final int wanted;

        World(SplittableRandom random) {
            wanted = 1 + random.nextInt(20);
            for (int i = random.nextInt(6); i > 0; i--) {
                String node = "n" + random.nextInt(4);
                int from = random.nextBoolean() ? 0 : random.nextInt(20);
                runs.add(FetchPlanTest.run(node, from, from + 1 + random.nextInt(20)));
                if (random.nextInt(5) == 0) {
                    dead.add(node);
                }
                holes.add(node + random.nextInt(40));
            }
        }

        boolean serves(OwnerRun run, int hash) {
            String node = run.node().name();
            return run.from() <= hash && hash < run.end() && !dead.contains(node) && !holes.contains(node + hash);
        }

        /// Index of the first block that nobody can deliver.
        int reach() {
            int hash = 0;
            while (hash < wanted && someoneServes(hash)) {
                hash++;
            }
            return hash;
        }

        private boolean someoneServes(int hash) {
            return runs.stream().anyMatch(run -> serves(run, hash));
        }

        void carryOut(Step.Ask ask, FetchPlan plan) {
            String node = ask.owner().node().name();
            assertFalse(refused.contains(node), "a failed peer is asked again");
            assertFalse(refused.contains(node + ask.from()), "a hash is asked again of the owner blamed for it");
            if (dead.contains(node)) {
                refused.add(node);
                plan.ended(0, AttemptEnd.PEER_FAILED);
                return;
            }
            int came = 0;
            while (came < ask.count() && serves(ask.owner(), ask.from() + came)) {
                came++;
            }
            if (came < ask.count()) {
                refused.add(node + (ask.from() + came));
            }
            plan.ended(came, came < ask.count() ? AttemptEnd.ABSENT : AttemptEnd.COMPLETE);
        }

        Set<Outcome> causesAt(int hash) {
            Set<Outcome> causes = new HashSet<>();
            for (OwnerRun run : runs) {
                if (run.from() <= hash && hash < run.end()) {
                    causes.add(
                            dead.contains(run.node().name()) ? Outcome.MISS_TRANSFER_ERROR : Outcome.MISS_STALE_OWNER);
                }
            }
            return causes.isEmpty() ? Set.of(Outcome.MISS_NO_OWNER) : causes;
        }
    }

    @Test
    void everythingThatSomeoneCanDeliverIsDelivered() {
        for (long seed = 0; seed < SEEDS; seed++) {
            World world = new World(new SplittableRandom(seed));
            FetchPlan plan =
                    new FetchPlan(world.wanted, world.runs, false, new FetchTerms(SELF, 1_000, seed), new TestView());
            Step step = plan.next();
            for (int steps = 0; step instanceof Step.Ask ask; steps++) {
                assertTrue(steps < 500, "seed " + seed + ": the plan has no end");
                assertEquals(plan.delivered(), ask.from(), "seed " + seed);
                world.carryOut(ask, plan);
                step = plan.next();
            }
            assertEquals(world.reach(), plan.delivered(), "seed " + seed);
            Outcome cause = ((Step.Stop) step).cause();
            assertEquals(plan.delivered() == world.wanted, cause == null, "seed " + seed);
            assertTrue(cause == null || world.causesAt(plan.delivered()).contains(cause), "seed " + seed);
        }
    }
}
