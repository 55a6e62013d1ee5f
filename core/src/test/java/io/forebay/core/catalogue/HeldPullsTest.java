package io.forebay.core.catalogue;

import static io.forebay.core.catalogue.PrefetchFixture.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.FailedPromotion;
import io.forebay.core.prefetch.PromotionFailure;
import io.forebay.core.prefetch.PromotionTask;
import io.forebay.core.prefetch.Pull;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.prefetch.TaskId;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Pulls that a master holds until there is something to say.
class HeldPullsTest {
    private static final long TIMEOUT = 30 * SECOND;
    private static final long WAIT = 10 * SECOND;
    private static final TaskAttempt FIRST = new TaskAttempt(new TaskId(1), 1);
    private static final PullReply NOTHING = heard(List.of());

    private final PrefetchFixture master = new PrefetchFixture();
    private final List<Answer<PullReply>> answers = new ArrayList<>();
    private boolean breaks;
    private MasterShell shell;

    @BeforeEach
    void start() {
        master.node("a", 0, 4);
        master.node("b", 4, 8);
        shell = new MasterShell(
                master.catalogue,
                events -> {
                    if (breaks) {
                        throw new IllegalStateException("broken");
                    }
                },
                () -> master.now,
                100);
    }

    private static PullReply heard(List<TaskAttempt> over) {
        return new PullReply.Heard(new Pull.Taken(List.of(), over));
    }

    private void pull(String node, long number, TaskAttempt... held) {
        pull(master.pullOf(node, number, List.of(held), WAIT));
    }

    private void pull(PullPromotions pull) {
        shell.pullPromotions(pull, TIMEOUT, answers::add);
        shell.drain();
    }

    private void trigger(int from, int to) {
        shell.prefetch(PrefetchFixture.prefetch("r", from, to), TIMEOUT, answer -> {});
        shell.drain();
    }

    private void at(long nanos) {
        master.now = nanos;
        shell.drain();
    }

    /// The blocks of the only answer.
    private List<Integer> handedOut() {
        assertEquals(1, answers.size());
        PullReply.Heard heard = (PullReply.Heard) ((Answer.Ok<PullReply>) answers.getFirst()).value();
        return ((Pull.Taken) heard.pull())
                .tasks().stream().map(PromotionTask::key).map(TestKeys::number).toList();
    }

    private void claim() {
        trigger(0, 1);
        pull("a", 1);
        assertEquals(List.of(0), handedOut());
        answers.clear();
    }

    @Test
    void aPullThatFindsWorkIsAnsweredAtOnce() {
        trigger(0, 2);
        pull("a", 1);
        assertEquals(List.of(0, 1), handedOut());
        assertEquals(OptionalLong.empty(), shell.nextHeldNanos());
    }

    @Test
    void aPullWaitsAndIsAnsweredTheMomentThereIsWork() {
        pull("a", 1);
        assertEquals(List.of(), answers);
        trigger(0, 2);
        assertEquals(List.of(0, 1), handedOut());
        assertEquals(2, shell.promotionStats().orElseThrow().claimed());
        assertEquals(OptionalLong.empty(), shell.nextHeldNanos());
    }

    @Test
    void workForAnotherNodeWakesNoPull() {
        pull("a", 1);
        trigger(4, 6);
        assertEquals(List.of(), answers);
        pull("b", 1);
        assertEquals(List.of(4, 5), handedOut());
    }

    @Test
    void atTheEndOfItsWaitAPullHearsThatThereIsNothing() {
        master.now = 3;
        pull("a", 1);
        assertEquals(OptionalLong.of(3 + WAIT), shell.nextHeldNanos());
        at(2 + WAIT);
        assertEquals(List.of(), answers);
        at(3 + WAIT);
        assertEquals(List.of(Answer.ok(NOTHING)), answers);
        assertEquals(OptionalLong.empty(), shell.nextHeldNanos());
    }

    @Test
    void aPullIsHeldNoLongerThanItsTimeout() {
        shell.pullPromotions(master.pullOf("a", 1, List.of(), WAIT), WAIT / 2, answers::add);
        shell.drain();
        assertEquals(OptionalLong.of(WAIT / 2), shell.nextHeldNanos());
    }

    @Test
    void aPullThatWaitsForNothingIsNotHeld() {
        pull(master.pullOf("a", 1, List.of(), 0));
        assertEquals(List.of(Answer.ok(NOTHING)), answers);
    }

    @Test
    void aLaterPullOfTheSessionEndsTheEarlierAndIsHeldItself() {
        pull("a", 1);
        pull("b", 1);
        pull("a", 2);
        assertEquals(List.of(Answer.ok(NOTHING)), answers);
        answers.clear();
        trigger(0, 1);
        assertEquals(List.of(0), handedOut());
    }

    @Test
    void anOlderPullEndsNoLaterOneAndIsNotHeld() {
        pull("a", 2);
        pull("a", 1);
        assertEquals(List.of(Answer.ok(new PullReply.Heard(new Pull.Outdated()))), answers);
        answers.clear();
        trigger(0, 1);
        assertEquals(List.of(0), handedOut());
        answers.clear();
        pull("a", 1);
        assertEquals(List.of(Answer.ok(new PullReply.Heard(new Pull.Outdated()))), answers);
    }

    @Test
    void aPullWithoutCreditWaitsThoughThereIsWork() {
        trigger(0, 1);
        pull(new PullPromotions(new NodeId("a"), master.session("a"), 1, List.of(), 0, WAIT));
        assertEquals(List.of(), answers);
        assertEquals(1, shell.promotionStats().orElseThrow().queued());
    }

    @Test
    void aTaskWhoseReplyWasLostIsHandedOutByTheNextPull() {
        claim();
        pull("a", 2);
        assertEquals(List.of(0), handedOut());
        assertEquals(1, shell.promotionStats().orElseThrow().claimed());
    }

    @Test
    void aHeldTaskThatIsCancelledWakesItsPull() {
        claim();
        pull("a", 2, FIRST);
        assertEquals(List.of(), answers);
        shell.cancelPrefetch(new CancelPrefetch("r"), TIMEOUT, answer -> {});
        shell.drain();
        assertEquals(List.of(Answer.ok(heard(List.of(FIRST)))), answers);
        pull("a", 3);
        assertEquals(1, answers.size(), "the next pull is held again");
    }

    @Test
    void aHeldTaskThatExpiresWakesItsPull() {
        claim();
        pull("a", 2, FIRST);
        master.now = 11 * SECOND - 1;
        pull("a", 3, FIRST);
        answers.clear();
        shell.tick();
        shell.drain();
        assertEquals(List.of(), answers);
        master.now = 11 * SECOND;
        shell.tick();
        shell.drain();
        assertEquals(List.of(Answer.ok(heard(List.of(FIRST)))), answers);
    }

    @Test
    void whatANodeSaysOfItsOwnTaskWakesNoPull() {
        claim();
        pull("a", 2, FIRST);
        List<FailedPromotion> failed = List.of(new FailedPromotion(FIRST, PromotionFailure.NO_ROOM));
        shell.reportPromotions(
                new ReportPromotions(new NodeId("a"), master.session("a"), List.of(), failed), TIMEOUT, answer -> {});
        shell.drain();
        assertEquals(List.of(), answers);
        assertEquals(OptionalLong.of(10_000_000L), shell.nextHeldNanos(), "the candidate's next try");
    }

    @Test
    void aTaskThatEndsWakesNoPullThatDoesNotHoldIt() {
        claim();
        pull("a", 2, FIRST);
        pull("b", 1);
        shell.cancelPrefetch(new CancelPrefetch("r"), TIMEOUT, answer -> {});
        shell.drain();
        assertEquals(1, answers.size());
    }

    @Test
    void aCandidateIsTriedInItsTimeWithoutATick() {
        master.says("a", PrefetchFixture.room(1_000, 1_000, 1_000));
        pull("a", 1);
        trigger(0, 1);
        master.says("a", PrefetchFixture.room(0, 1_000, 1_000));
        assertEquals(OptionalLong.of(10_000_000L), shell.nextHeldNanos());
        at(10_000_000L - 1);
        assertEquals(List.of(), answers);
        at(10_000_000L);
        assertEquals(List.of(0), handedOut());
    }

    @Test
    void theEndOfItsSessionWakesAPull() {
        pull("a", 1);
        pull("b", 1);
        shell.closeSession(new CloseSession(new NodeId("a"), master.session("a")), TIMEOUT, answer -> {});
        shell.drain();
        assertEquals(List.of(Answer.ok(new PullReply.UnknownSession())), answers);
    }

    @Test
    void aPullOfNoSessionIsNotHeld() {
        pull(new PullPromotions(new NodeId("a"), new SessionId(99), 1, List.of(), 1, WAIT));
        assertEquals(List.of(Answer.ok(new PullReply.UnknownSession())), answers);
    }

    @Test
    void aMasterThatEndsFailsItsPulls() {
        pull("a", 1);
        pull("b", 1);
        shell.failHeld();
        assertEquals(2, answers.size());
        answers.forEach(answer -> assertInstanceOf(Answer.Failed.class, answer));
        assertEquals(OptionalLong.empty(), shell.nextHeldNanos());
    }

    private void drainBreaks() {
        breaks = true;
        shell.openSession(new OpenSession(new NodeId("c"), 1, "c:1"), TIMEOUT, answer -> {});
        assertThrows(IllegalStateException.class, shell::drain);
    }

    private void assertFailedOnce(int pulls) {
        assertEquals(pulls, answers.size());
        answers.forEach(answer -> assertInstanceOf(Answer.Failed.class, answer));
    }

    @Test
    void aMasterThatBreaksFailsThePullsThatItHolds() {
        pull("a", 1);
        drainBreaks();
        assertFailedOnce(1);
    }

    @Test
    void aMasterThatBreaksFailsOnceWhatItWasAboutToHold() {
        shell.pullPromotions(master.pullOf("a", 1, List.of(), WAIT), TIMEOUT, answers::add);
        drainBreaks();
        assertFailedOnce(1);
    }

    @Test
    void aMasterThatBreaksFailsWhatItWasAboutToAnswer() {
        pull("a", 1);
        pull("b", 1);
        master.now = WAIT;
        drainBreaks();
        assertFailedOnce(2);
    }

    @Test
    void aMasterThatBreaksFailsThePullThatALaterOneEnded() {
        pull("a", 1);
        shell.pullPromotions(master.pullOf("a", 2, List.of(), WAIT), TIMEOUT, answers::add);
        drainBreaks();
        assertFailedOnce(2);
    }
}
