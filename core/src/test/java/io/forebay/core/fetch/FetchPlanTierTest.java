package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

class FetchPlanTierTest {
    private final TestView view = new TestView();

    private static OwnerRun run(String node, Tier tier, int from, int end) {
        return new OwnerRun(new NodeId(node), 1, new SessionId(1), node + ":1", from, end - from, 0, tier);
    }

    private FetchPlan plan(OwnerRun... runs) {
        return new FetchPlan(8, List.of(runs), false, new FetchTerms(new NodeId("self"), 4, 1, 3), view);
    }

    /// The steps until the plan stops, each attempt complete, as `node from..end)`.
    private static String steps(FetchPlan plan) {
        StringBuilder steps = new StringBuilder();
        while (plan.next() instanceof Step.Ask ask) {
            steps.append(ask.owner().node())
                    .append(' ')
                    .append(ask.from())
                    .append("..")
                    .append(ask.from() + ask.count())
                    .append("; ");
            plan.ended(ask.count(), AttemptEnd.COMPLETE);
        }
        return steps.append(((Step.Stop) plan.next()).cause()).toString();
    }

    @Test
    void memoryGoesBeforeALongerRunOnSsd() {
        FetchPlan plan = plan(run("a", Tier.LOCAL_DISK, 0, 8), run("b", Tier.MEMORY, 0, 4));
        assertEquals("b 0..4; a 4..7; a 7..8; null", steps(plan));
    }

    @Test
    void anOwnersSsdIsAskedForAPieceAtATime() {
        assertEquals("a 0..3; a 3..6; a 6..8; null", steps(plan(run("a", Tier.LOCAL_DISK, 0, 8))));
    }

    @Test
    void whatThisNodeHasOnItsOwnSsdIsNotAskedOfAnothers() {
        view.onOwnDisk.set(2);
        assertEquals("a 0..2; MISS_NO_OWNER", steps(plan(run("a", Tier.LOCAL_DISK, 0, 8))));
    }

    @Test
    void whatThisNodeHasOnItsOwnSsdIsAskedOfAnothersMemory() {
        view.onOwnDisk.set(0, 8);
        assertEquals("a 0..8; null", steps(plan(run("a", Tier.MEMORY, 0, 8))));
    }

    @Test
    void anOwnerThatLacksABlockInMemoryIsAskedForItsSsd() {
        FetchPlan plan = plan(run("a", Tier.MEMORY, 0, 8), run("a", Tier.LOCAL_DISK, 2, 8));
        plan.next();
        plan.ended(2, AttemptEnd.ABSENT);
        assertEquals("a 2..5; a 5..8; null", steps(plan));
    }

    @Test
    void anOwnerThatFailsIsNotAskedForItsSsdEither() {
        FetchPlan plan = plan(run("a", Tier.MEMORY, 0, 8), run("a", Tier.LOCAL_DISK, 0, 8));
        plan.next();
        plan.ended(0, AttemptEnd.PEER_FAILED);
        assertEquals("MISS_TRANSFER_ERROR", steps(plan));
    }
}
