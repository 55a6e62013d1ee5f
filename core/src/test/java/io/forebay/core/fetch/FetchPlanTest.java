package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Invariant;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FetchPlanTest {
    private static final NodeId SELF = new NodeId("self");

    static OwnerRun run(String node, int from, int end) {
        return new OwnerRun(new NodeId(node), 1, new SessionId(1), node + ":1", from, end - from);
    }

    private static FetchPlan plan(int wanted, OwnerRun... runs) {
        return new FetchPlan(wanted, List.of(runs), false, new FetchTerms(SELF, 4, 1), new TestView());
    }

    private static FetchPlan planOf(List<OwnerRun> runs, int maxAttempts, long seed) {
        return new FetchPlan(8, runs, false, new FetchTerms(SELF, maxAttempts, seed), new TestView());
    }

    private static void asks(FetchPlan plan, String node, int from, int count) {
        Step.Ask ask = assertInstanceOf(Step.Ask.class, plan.next());
        assertEquals(node + "[" + from + " +" + count, ask.owner().node() + "[" + ask.from() + " +" + ask.count());
    }

    private static void stops(FetchPlan plan, @Nullable Outcome cause) {
        assertEquals(new Step.Stop(cause), plan.next());
        assertEquals(new Step.Stop(cause), plan.next(), "stopped stays stopped");
    }

    @Test
    void anOwnerOfAllIsAskedForAllOnce() {
        FetchPlan plan = plan(8, run("a", 0, 8));
        asks(plan, "a", 0, 8);
        plan.ended(8, AttemptEnd.COMPLETE);
        stops(plan, null);
        assertEquals(8, plan.delivered());
        assertEquals(1, plan.attempts());
        assertEquals(0, plan.failovers());
    }

    @Test
    void theOwnerThatCanGoOnLongestIsAskedFirst() {
        FetchPlan plan = plan(8, run("a", 0, 3), run("b", 0, 7), run("c", 0, 5));
        asks(plan, "b", 0, 7);
    }

    @Test
    void ownersAreSplicedWithoutAFailover() {
        FetchPlan plan = plan(8, run("a", 0, 4), run("b", 4, 8));
        asks(plan, "a", 0, 4);
        plan.ended(4, AttemptEnd.COMPLETE);
        asks(plan, "b", 4, 4);
        plan.ended(4, AttemptEnd.COMPLETE);
        stops(plan, null);
        assertEquals(2, plan.attempts());
        assertEquals(0, plan.failovers());
    }

    @Test
    void splicingUsesUpNoneOfTheAttempts() {
        OwnerRun[] runs = new OwnerRun[8];
        for (int i = 0; i < 8; i++) {
            runs[i] = run("n" + i, i, i + 1);
        }
        FetchPlan plan = plan(8, runs);
        for (int i = 0; i < 8; i++) {
            asks(plan, "n" + i, i, 1);
            plan.ended(1, AttemptEnd.COMPLETE);
        }
        stops(plan, null);
    }

    @Test
    void aFailedPeerIsNeverAskedAgainAndTheNextOneForTheRestOnly() {
        FetchPlan plan = plan(8, run("a", 0, 8), run("b", 0, 7), run("a", 7, 8));
        asks(plan, "a", 0, 8);
        plan.ended(3, AttemptEnd.PEER_FAILED);
        asks(plan, "b", 3, 4);
        plan.ended(4, AttemptEnd.COMPLETE);
        stops(plan, Outcome.MISS_TRANSFER_ERROR);
        assertEquals(7, plan.delivered());
        assertEquals(1, plan.failovers());
        assertEquals(2, plan.attempts());
    }

    @Test
    void anAbsentHashIsAskedOfAnotherOwnerAndLaterOnesOfTheFirst() {
        FetchPlan plan = plan(8, run("a", 0, 8), run("b", 0, 5));
        asks(plan, "a", 0, 8);
        plan.ended(3, AttemptEnd.ABSENT);
        asks(plan, "b", 3, 2);
        plan.ended(2, AttemptEnd.COMPLETE);
        asks(plan, "a", 5, 3);
        plan.ended(3, AttemptEnd.COMPLETE);
        stops(plan, null);
        assertEquals(1, plan.failovers());
    }

    @Test
    void anOwnerIsAskedUpToTheHashThatItIsBlamedFor() {
        FetchPlan plan = plan(8, run("a", 0, 8), run("b", 0, 6));
        asks(plan, "a", 0, 8);
        plan.ended(0, AttemptEnd.CORRUPT);
        asks(plan, "b", 0, 6);
        plan.ended(1, AttemptEnd.ABSENT);
        asks(plan, "a", 1, 7);
    }

    @Test
    void aStaleOwnerAloneIsTheCause() {
        FetchPlan plan = plan(8, run("a", 0, 8));
        asks(plan, "a", 0, 8);
        plan.ended(3, AttemptEnd.ABSENT);
        stops(plan, Outcome.MISS_STALE_OWNER);
        assertEquals(3, plan.delivered());
    }

    @Test
    void corruptBytesAreTheCauseWhenNobodyElseHasTheBlock() {
        FetchPlan plan = plan(8, run("a", 0, 8), run("b", 0, 2));
        asks(plan, "a", 0, 8);
        plan.ended(2, AttemptEnd.CORRUPT);
        stops(plan, Outcome.MISS_CORRUPT);
    }

    @Test
    void theLatestBlameOfTheMissingBlockIsItsCause() {
        FetchPlan plan = plan(4, run("a", 0, 4), run("b", 0, 3));
        asks(plan, "a", 0, 4);
        plan.ended(0, AttemptEnd.PEER_FAILED);
        asks(plan, "b", 0, 3);
        plan.ended(0, AttemptEnd.CORRUPT);
        stops(plan, Outcome.MISS_CORRUPT);
    }

    @Test
    void aBlockThatNobodyHadHasNoOwnerWhateverFailedBefore() {
        FetchPlan plan = plan(8, run("a", 0, 5), run("b", 0, 5));
        Step.Ask first = assertInstanceOf(Step.Ask.class, plan.next());
        plan.ended(2, AttemptEnd.PEER_FAILED);
        Step.Ask second = assertInstanceOf(Step.Ask.class, plan.next());
        assertEquals(3, second.count());
        assertEquals(2, Set.of(first.owner(), second.owner()).size());
        plan.ended(3, AttemptEnd.COMPLETE);
        stops(plan, Outcome.MISS_NO_OWNER);
    }

    @Test
    void withoutOwnersNothingIsAsked() {
        FetchPlan plan = plan(8);
        stops(plan, Outcome.MISS_NO_OWNER);
        assertEquals(0, plan.attempts());
        stops(plan(8, run("a", 1, 8)), Outcome.MISS_NO_OWNER);
    }

    @Test
    void thisNodeIsNeverAsked() {
        FetchPlan plan = plan(8, run("self", 0, 8), run("a", 0, 2));
        asks(plan, "a", 0, 2);
        plan.ended(2, AttemptEnd.COMPLETE);
        stops(plan, Outcome.MISS_NO_OWNER);
    }

    @Test
    void localPressureStopsAtOnceAndKeepsWhatFits() {
        FetchPlan plan = plan(8, run("a", 0, 8), run("b", 0, 8));
        plan.next();
        plan.ended(5, AttemptEnd.LOCAL_PRESSURE);
        stops(plan, Outcome.MISS_LOCAL_PRESSURE);
        assertEquals(5, plan.delivered());
        assertEquals(0, plan.failovers());
    }

    @Test
    void theDeadlineStopsAtOnce() {
        FetchPlan plan = plan(8, run("a", 0, 8), run("b", 0, 8));
        plan.next();
        plan.ended(0, AttemptEnd.DEADLINE);
        stops(plan, Outcome.MISS_DEADLINE);
    }

    @Test
    void aDeadlineBehindTheLastBlockIsNoMiss() {
        FetchPlan plan = plan(8, run("a", 0, 8));
        plan.next();
        plan.ended(8, AttemptEnd.DEADLINE);
        stops(plan, null);
    }

    @Test
    void usedUpAttemptsStopWithTheLastCause() {
        FetchPlan plan = planOf(List.of(run("a", 0, 8), run("b", 0, 7), run("c", 0, 6)), 2, 1);
        asks(plan, "a", 0, 8);
        plan.ended(0, AttemptEnd.PEER_FAILED);
        asks(plan, "b", 0, 7);
        plan.ended(1, AttemptEnd.ABSENT);
        stops(plan, Outcome.MISS_STALE_OWNER);
        assertEquals(2, plan.attempts());
    }

    @Test
    void fewerThanAskedForIsAbsentAlsoWhenCalledComplete() {
        FetchPlan plan = plan(8, run("a", 0, 8));
        plan.next();
        plan.ended(3, AttemptEnd.COMPLETE);
        stops(plan, Outcome.MISS_STALE_OWNER);
    }

    @Test
    void runsBeyondTheWantedBlocksAreCut() {
        FetchPlan plan = plan(3, run("a", 0, 8), run("b", 5, 8));
        asks(plan, "a", 0, 3);
        plan.ended(3, AttemptEnd.COMPLETE);
        stops(plan, null);
        stops(plan(0, run("a", 0, 8)), null);
    }

    @Test
    void equalOwnersAreSpreadBySeedAndRepeatedForTheSameSeed() {
        List<OwnerRun> equal = List.of(run("a", 0, 8), run("b", 0, 8), run("c", 0, 8));
        Set<NodeId> first = new HashSet<>();
        for (long seed = 0; seed < 64; seed++) {
            Step one = planOf(equal, 4, seed).next();
            Step again = planOf(equal.reversed(), 4, seed).next();
            assertEquals(one, again, "seed " + seed);
            first.add(assertInstanceOf(Step.Ask.class, one).owner().node());
        }
        assertEquals(3, first.size());
    }

    @Test
    void attemptsAreOpenedAndClosedInTurn() {
        FetchPlan plan = plan(8, run("a", 0, 4));
        assertThrows(IllegalStateException.class, () -> plan.ended(0, AttemptEnd.COMPLETE));
        plan.next();
        assertThrows(Invariant.Broken.class, plan::next);
        assertThrows(IllegalStateException.class, () -> plan.ended(5, AttemptEnd.COMPLETE));
        assertThrows(IllegalStateException.class, () -> plan.ended(-1, AttemptEnd.COMPLETE));
        assertThrows(Invariant.Broken.class, () -> plan(-1));
        assertThrows(Invariant.Broken.class, () -> new FetchTerms(SELF, 0, 0));
    }
}
