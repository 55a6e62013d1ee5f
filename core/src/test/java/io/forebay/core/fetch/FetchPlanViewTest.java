package io.forebay.core.fetch;

import static io.forebay.core.fetch.FetchPlanTest.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a plan makes of suppression, breakers, load, and the master's second answer.
class FetchPlanViewTest {
    private final TestView view = new TestView();
    private boolean warming;

    private FetchPlan plan(int maxAttempts, OwnerRun... runs) {
        return new FetchPlan(8, List.of(runs), warming, new FetchTerms(new NodeId("self"), maxAttempts, 1), view);
    }

    private static void asks(FetchPlan plan, String node, int from, int count) {
        Step.Ask ask = assertInstanceOf(Step.Ask.class, plan.next());
        assertEquals(
                node + " " + from + " +" + count, ask.owner().node().name() + " " + ask.from() + " +" + ask.count());
    }

    @Test
    void aSuppressedHashEndsWhatItsOwnerIsAskedFor() {
        view.suppress("a", 5);
        FetchPlan plan = plan(4, run("a", 0, 8), run("b", 0, 6));
        asks(plan, "b", 0, 6);
        plan.ended(6, AttemptEnd.COMPLETE);
        asks(plan, "a", 6, 2);
    }

    @Test
    void whatLiesBeforeASuppressedHashIsFetched() {
        view.suppress("a", 5);
        FetchPlan plan = plan(4, run("a", 0, 8));
        asks(plan, "a", 0, 5);
        plan.ended(5, AttemptEnd.COMPLETE);
        assertEquals(new Step.Stop(Outcome.MISS_SUPPRESSED), plan.next());
        assertEquals(0, plan.failovers());
    }

    @Test
    void anOwnerBehindAnOpenBreakerIsSpared() {
        view.shut("a");
        FetchPlan plan = plan(4, run("a", 0, 8), run("b", 0, 3));
        asks(plan, "b", 0, 3);
        plan.ended(3, AttemptEnd.COMPLETE);
        assertEquals(new Step.Stop(Outcome.MISS_SUPPRESSED), plan.next());
    }

    @Test
    void aBreakerThatOpensMeanwhileCounts() {
        FetchPlan plan = plan(4, run("a", 0, 3), run("b", 3, 8));
        asks(plan, "a", 0, 3);
        plan.ended(3, AttemptEnd.COMPLETE);
        view.shut("b");
        assertEquals(new Step.Stop(Outcome.MISS_SUPPRESSED), plan.next());
    }

    @Test
    void anOwnerThatFailedExplainsMoreThanOneThatWasSpared() {
        view.shut("b");
        FetchPlan plan = plan(4, run("a", 0, 8), run("b", 0, 8));
        asks(plan, "a", 0, 8);
        plan.ended(0, AttemptEnd.ABSENT);
        assertEquals(new Step.Stop(Outcome.MISS_STALE_OWNER), plan.next());
    }

    @Test
    void aSparedOwnerOfEarlierBlocksIsNoCause() {
        view.shut("b");
        FetchPlan plan = plan(4, run("a", 0, 4), run("b", 0, 2));
        asks(plan, "a", 0, 4);
        plan.ended(4, AttemptEnd.COMPLETE);
        assertEquals(new Step.Stop(Outcome.MISS_NO_OWNER), plan.next());
        assertFalse(plan.isWorthARequery());
    }

    @Test
    void ofEquallyLongOwnersTheLeastBusyIsAsked() {
        view.busy("a", 2).busy("b", 1).busy("c", 3);
        asks(plan(4, run("a", 0, 8), run("b", 0, 8), run("c", 0, 8)), "b", 0, 8);
        asks(plan(4, run("a", 0, 8), run("b", 0, 7), run("c", 0, 8)), "a", 0, 8);
    }

    @Test
    void ofEquallyLongOwnersOneOnThisHostIsAskedHoweverBusy() {
        view.near("b").near("c").busy("b", 9).busy("c", 8);
        asks(plan(4, run("a", 0, 8), run("b", 0, 8)), "b", 0, 8);
        asks(plan(4, run("b", 0, 8), run("a", 0, 8)), "b", 0, 8);
        asks(plan(4, run("a", 0, 8), run("b", 0, 8), run("c", 0, 8)), "c", 0, 8);
        asks(plan(4, run("a", 0, 8), run("b", 0, 7)), "a", 0, 8);
    }

    @Test
    void usedUpAttemptsAreTheCauseAlsoWhereOthersWereNotAsked() {
        FetchPlan plan = plan(1, run("a", 0, 8), run("b", 0, 5));
        asks(plan, "a", 0, 8);
        plan.ended(2, AttemptEnd.PEER_FAILED);
        assertEquals(new Step.Stop(Outcome.MISS_TRANSFER_ERROR), plan.next());
        FetchPlan other = plan(1, run("a", 0, 3), run("b", 0, 2), run("c", 2, 8));
        asks(other, "a", 0, 3);
        other.ended(2, AttemptEnd.ABSENT);
        assertEquals(new Step.Stop(Outcome.MISS_STALE_OWNER), other.next());
    }

    @Test
    void theMasterIsAskedOnceMoreAndItsNewOwnersAreTriedForTheRest() {
        FetchPlan plan = plan(4, run("a", 0, 8));
        asks(plan, "a", 0, 8);
        assertFalse(plan.isWorthARequery());
        plan.ended(3, AttemptEnd.PEER_FAILED);
        plan.next();
        assertTrue(plan.isWorthARequery());
        plan.requeried(List.of(run("a", 3, 8), run("b", 3, 7)), false);
        asks(plan, "b", 3, 4);
        plan.ended(4, AttemptEnd.COMPLETE);
        assertEquals(new Step.Stop(Outcome.MISS_TRANSFER_ERROR), plan.next());
        assertFalse(plan.isWorthARequery());
        assertThrows(Invariant.Broken.class, () -> plan.requeried(List.of(), false));
    }

    @Test
    void anOwnerThatHasRestartedMayBeAskedAgain() {
        FetchPlan plan = plan(4, run("a", 0, 8));
        asks(plan, "a", 0, 8);
        plan.ended(0, AttemptEnd.PEER_FAILED);
        plan.next();
        plan.requeried(List.of(new OwnerRun(new NodeId("a"), 2, new SessionId(2), "a:1", 0, 8)), false);
        asks(plan, "a", 0, 8);
    }

    @Test
    void aRequeryAfterTheLastAttemptAllowsOneMore() {
        FetchPlan plan = plan(1, run("a", 0, 8), run("b", 0, 8));
        Step.Ask first = assertInstanceOf(Step.Ask.class, plan.next());
        plan.ended(0, AttemptEnd.PEER_FAILED);
        plan.next();
        plan.requeried(List.of(run("a", 0, 8), run("b", 0, 8), run("c", 0, 8)), false);
        Step.Ask second = assertInstanceOf(Step.Ask.class, plan.next());
        assertFalse(first.owner().node().equals(second.owner().node()));
        plan.ended(0, AttemptEnd.CORRUPT);
        assertEquals(new Step.Stop(Outcome.MISS_CORRUPT), plan.next());
    }

    @Test
    void whatIsOursOrCompleteIsNoReasonToAskAgain() {
        for (AttemptEnd end : new AttemptEnd[] {AttemptEnd.LOCAL_PRESSURE, AttemptEnd.DEADLINE}) {
            FetchPlan plan = plan(4, run("a", 0, 8), run("b", 0, 8));
            plan.next();
            plan.ended(0, end);
            plan.next();
            assertFalse(plan.isWorthARequery(), end.name());
        }
        FetchPlan complete = plan(4, run("a", 0, 8), run("b", 0, 8));
        complete.next();
        complete.ended(2, AttemptEnd.PEER_FAILED);
        complete.next();
        complete.ended(6, AttemptEnd.COMPLETE);
        complete.next();
        assertFalse(complete.isWorthARequery());
    }

    @Test
    void whileTheMasterIsWarmingABlockWithoutAnOwnerSaysSo() {
        warming = true;
        FetchPlan plan = plan(4, run("a", 0, 3));
        asks(plan, "a", 0, 3);
        plan.ended(3, AttemptEnd.COMPLETE);
        assertEquals(new Step.Stop(Outcome.MISS_WARMING), plan.next());
    }

    @Test
    void whileTheMasterIsWarmingAnOwnerThatFailedOrIsSparedIsTheCause() {
        warming = true;
        view.shut("b");
        assertEquals(
                new Step.Stop(Outcome.MISS_SUPPRESSED), plan(4, run("b", 0, 8)).next());
        FetchPlan plan = plan(4, run("a", 0, 8));
        plan.next();
        plan.ended(0, AttemptEnd.ABSENT);
        assertEquals(new Step.Stop(Outcome.MISS_STALE_OWNER), plan.next());
    }

    @Test
    void theSecondAnswerSaysWhetherTheMasterIsStillWarming() {
        warming = true;
        FetchPlan plan = plan(4, run("a", 0, 4));
        plan.next();
        plan.ended(3, AttemptEnd.PEER_FAILED);
        plan.next();
        plan.requeried(List.of(run("c", 3, 4)), false);
        asks(plan, "c", 3, 1);
        plan.ended(1, AttemptEnd.COMPLETE);
        assertEquals(new Step.Stop(Outcome.MISS_NO_OWNER), plan.next());
    }
}
