package io.forebay.core.prefetch;

import static io.forebay.core.prefetch.PromotionFixture.KEY;
import static io.forebay.core.prefetch.PromotionFixture.OTHER;
import static io.forebay.core.prefetch.PromotionFixture.OWNER;
import static io.forebay.core.prefetch.PromotionFixture.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GatesTest {
    private PromotionFixture at = new PromotionFixture();

    private static Triggered said(PrefetchStatus status) {
        return new Triggered(status, Optional.empty());
    }

    private static Triggered said(PrefetchStatus status, long owner) {
        return new Triggered(status, Optional.of(new SessionId(owner)));
    }

    private Triggered trigger(int key) {
        return at.trigger("r", List.of(TestKeys.key(key))).getFirst();
    }

    @Test
    void aBlockOnSsdAloneIsQueuedWithItsOwner() {
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(0));
        assertEquals(1, at.promotions.stats().queued());
    }

    @Test
    void aBlockInMemoryNeedsNoTaskHoweverFullTheNodeIs() {
        at.stock.memory.add(KEY);
        at.stock.says(OWNER, 1_000, 1_000, 0);
        assertEquals(said(PrefetchStatus.IN_MEMORY), trigger(0));
        assertEquals("none", at.fate());
    }

    @Test
    void aKnownBlockThatNoUsableSsdHasIsNotQueued() {
        at.stock.known.add(TestKeys.key(50));
        assertEquals(said(PrefetchStatus.NO_LOCAL_DISK), trigger(50));
        assertEquals(0, at.promotions.stats().inFlight() + at.promotions.stats().candidates());
    }

    @Test
    void aBlockThatNobodyHasIsNotFound() {
        assertEquals(said(PrefetchStatus.NOT_FOUND), trigger(50));
        assertEquals(0, at.promotions.stats().inFlight() + at.promotions.stats().candidates());
    }

    @Test
    void aTaskIsJoinedThoughTheNodeIsFullByNow() {
        trigger(0);
        at.stock.says(OWNER, 1_000, 1_000, 1_000);
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(0));
        assertEquals("QUEUED#1", at.fate());
    }

    @Test
    void aBlockLargerThanTheBufferIsNoCandidate() {
        at.stock.says(OWNER, 0, 1_000, FakeStock.BLOCK_BYTES - 1);
        assertEquals(said(PrefetchStatus.TOO_LARGE, 1), trigger(0));
        assertEquals("none", at.fate());
        at.stock.says(OWNER, 0, 1_000, FakeStock.BLOCK_BYTES);
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(0));
    }

    @Test
    void theWatermarkClosesAtItsVeryShare() {
        at.stock.says(OWNER, 950, 1_000, 1_000);
        assertEquals(said(PrefetchStatus.THROTTLED_WATERMARK, 1), trigger(0));
        assertEquals("candidate", at.fate());
        at.stock.says(OWNER, 949, 1_000, 1_000);
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(0));
    }

    @Test
    void theGateStaysOpenBelowTheWatermarkHoweverHighTheEvictionMarkIs() {
        at.stock.says(OWNER, 900, 1_000, 1_000);
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(0));
    }

    @Test
    void aFullBufferIsNoReadingOfTheMainPool() {
        at = new PromotionFixture();
        at.stock.says(OWNER, 0, 1_000, 2 * FakeStock.BLOCK_BYTES);
        assertEquals(
                List.of(
                        said(PrefetchStatus.QUEUED, 1),
                        said(PrefetchStatus.QUEUED, 1),
                        said(PrefetchStatus.THROTTLED_CAP, 1)),
                at.trigger("r", TestKeys.keys(0, 3)));
        assertEquals(said(PrefetchStatus.THROTTLED_CAP, 1), trigger(3));
        assertEquals(2, at.promotions.stats().candidates());
    }

    @Test
    void theQueueLimitIsExactWithinABatch() {
        at = new PromotionFixture(PromotionFixture.limitedTo(3));
        assertEquals(
                List.of(
                        PrefetchStatus.QUEUED,
                        PrefetchStatus.QUEUED,
                        PrefetchStatus.QUEUED,
                        PrefetchStatus.THROTTLED_CAP),
                at.trigger("r", TestKeys.keys(0, 4)).stream()
                        .map(Triggered::status)
                        .toList());
        assertEquals(3, at.promotions.stats().queued());
    }

    @Test
    void theQueueLimitIsExactOverBatchesAndCountsWhatIsBeingRead() {
        at = new PromotionFixture(PromotionFixture.limitedTo(2));
        trigger(0);
        TaskAttempt first = at.pull().tasks().getFirst().attempt();
        at.start(OWNER, first);
        assertEquals(PrefetchStatus.QUEUED, trigger(1).status());
        assertEquals(PrefetchStatus.THROTTLED_CAP, trigger(2).status());
        at.complete(OWNER, first);
        assertEquals(PrefetchStatus.QUEUED, trigger(3).status());
    }

    @Test
    void theFirstOfTwoEqualKeysDecidesForBoth() {
        at = new PromotionFixture(PromotionFixture.limitedTo(1));
        List<BlockKey> keys = List.of(TestKeys.key(0), TestKeys.key(1), TestKeys.key(0), TestKeys.key(1));
        assertEquals(
                List.of(
                        said(PrefetchStatus.QUEUED, 1),
                        said(PrefetchStatus.THROTTLED_CAP, 1),
                        said(PrefetchStatus.QUEUED, 1),
                        said(PrefetchStatus.THROTTLED_CAP, 1)),
                at.trigger("r", keys));
        assertEquals(1, at.promotions.stats().queued());
        assertEquals(1, at.promotions.stats().candidates());
    }

    @Test
    void theShortestQueueOfSeveralOwnersIsTaken() {
        TestKeys.keys(4, 8).forEach(key -> at.stock.disk.put(key, List.of(OTHER, OWNER)));
        at.trigger("r", TestKeys.keys(0, 2));
        List<Long> owners = new ArrayList<>();
        at.trigger("r", TestKeys.keys(4, 8))
                .forEach(each -> owners.add(each.owner().orElseThrow().number()));
        assertEquals(List.of(2L, 2L, 1L, 2L), owners);
    }

    @Test
    void whatIsHandedOutCountsForTheLengthOfAQueue() {
        TestKeys.keys(4, 5).forEach(key -> at.stock.disk.put(key, List.of(OWNER, OTHER)));
        trigger(0);
        at.pull();
        assertEquals(said(PrefetchStatus.QUEUED, 2), trigger(4));
    }

    @Test
    void aNodeWithoutABufferIsNoSourceWhileTheBufferIsStrict() {
        at.stock.says(OWNER, 0, 1_000, 0);
        at.stock.known.add(TestKeys.key(0));
        assertEquals(PrefetchStatus.NO_LOCAL_DISK, trigger(0).status());
    }

    @Test
    void withoutABufferASoftTriggerLandsInTheMainPool() {
        at = new PromotionFixture(new PrefetchTerms(true, false, 0.95, 9, 32, SECOND, SECOND));
        trigger(0);
        at.stock.says(OWNER, 0, 1_000, 0);
        trigger(1);
        at.stock.says(OWNER, 0, FakeStock.BLOCK_BYTES - 1, 0);
        assertEquals(PrefetchStatus.TOO_LARGE, trigger(2).status());
        assertEquals(
                List.of(Landing.BUFFER, Landing.MAIN),
                at.pull().tasks().stream().map(PromotionTask::landing).toList());
    }

    @Test
    void whatIsNeededFirstIsHandedOutFirstAndWhatIsLateLast() {
        at.now = 0;
        at.trigger("r", TestKeys.keys(0, 1));
        at.now = 900_000_000L;
        at.trigger("r", TestKeys.keys(1, 2));
        at.apply(at.promotions.trigger(TestKeys.keys(2, 3), "r", 5 * SECOND, at.stock, at.now));
        at.trigger("r", TestKeys.keys(3, 4));
        at.now = 999_000_000L;
        assertEquals(
                List.of(1, 3, 2, 0),
                at.pull().tasks().stream()
                        .map(task -> TestKeys.number(task.key()))
                        .toList());
    }

    @Test
    void aTaskSaysWhenItsReadHasToBegin() {
        trigger(0);
        PromotionTask task = at.pull().tasks().getFirst();
        assertEquals(SECOND - 2_000_000L, task.startByNanos());
        assertEquals(11 * SECOND, task.expireNanos());
        assertEquals(PromotionSource.PREFETCH, task.source());
    }

    @Test
    void anotherTriggerMovesATaskForwardAndKeepsItLonger() {
        at.apply(at.promotions.trigger(TestKeys.keys(0, 1), "r", 5 * SECOND, at.stock, 0));
        at.trigger("r", TestKeys.keys(1, 2));
        at.now = SECOND / 2;
        at.apply(at.promotions.trigger(TestKeys.keys(0, 1), "s", SECOND / 4, at.stock, at.now));
        PromotionTask first = at.pull().tasks().getFirst();
        assertEquals(0, TestKeys.number(first.key()));
        assertEquals(SECOND / 4 - 2_000_000L, first.startByNanos());
        assertEquals(15 * SECOND - SECOND / 2, first.expireNanos());
    }

    @Test
    void aPullIsHandedNoMoreThanItsCreditNorThanTheLimit() {
        at = new PromotionFixture(new PrefetchTerms(true, true, 0.95, 99, 3, SECOND, SECOND));
        at.trigger("r", TestKeys.keys(0, 6));
        assertEquals(3, at.pull().tasks().size());
        Pull.Taken taken = (Pull.Taken) at.apply(at.promotions.pull(OWNER, 9, held(1, 2, 3), 1, at.now));
        assertEquals(
                List.of(new TaskId(4)),
                taken.tasks().stream().map(task -> task.attempt().task()).toList());
        assertTrue(at.promotions.hasWork(OWNER));
        assertFalse(at.promotions.hasWork(OTHER));
    }

    private static List<TaskAttempt> held(long... tasks) {
        List<TaskAttempt> held = new ArrayList<>();
        for (long task : tasks) {
            held.add(new TaskAttempt(new TaskId(task), 1));
        }
        return held;
    }

    @Test
    void anOlderPullIsIgnored() {
        trigger(0);
        at.apply(at.promotions.pull(OWNER, 7, List.of(), 1, 0));
        Concluded<Pull> old = at.promotions.pull(OWNER, 6, List.of(), 1, 0);
        assertEquals(new Concluded<>(new Pull.Outdated(), List.of()), old);
        assertEquals("CLAIMED#1", at.fate());
    }

    @Test
    void aLostPullReplyLosesNothing() {
        trigger(0);
        at.pull();
        assertEquals(List.of(), at.pull().tasks(), "queued again at once");
        PromotionTask again = at.pull().tasks().getFirst();
        assertEquals(new TaskAttempt(new TaskId(1), 2), again.attempt());
    }

    @Test
    void aFinishedTaskIsNeverQueuedAgainByALatePull() {
        trigger(0);
        TaskAttempt word = at.pull().tasks().getFirst().attempt();
        at.complete(OWNER, word);
        assertEquals(new Pull.Taken(List.of(), List.of(word)), at.pull(word));
        assertEquals(new Pull.Taken(List.of(), List.of()), at.pull());
        assertEquals("completed", at.fate());
    }

    @Test
    void aTaskThatIsCancelledInANodesHandsIsNamedAsOver() {
        trigger(0);
        TaskAttempt word = at.pull().tasks().getFirst().attempt();
        at.cancel("r");
        assertEquals(List.of(word), at.pull(word).over());
    }

    @Test
    void theSourceThatAdmittedATaskIsTheOneThatCountsItsEnd() {
        trigger(0);
        at.complete(OWNER, at.pull().tasks().getFirst().attempt());
        assertEquals(
                Optional.of(1L),
                Optional.ofNullable(at.promotions.stats().admitted().get(PromotionSource.PREFETCH)));
        assertEquals(Map.of(TaskEnd.COMPLETED, 1L), at.ends());
    }

    @Test
    void aSuccessLeasesForTheTasksTimeAndForAWholeLeaseAtLeast() {
        at.apply(at.promotions.trigger(TestKeys.keys(0, 1), "r", 5 * SECOND, at.stock, 0));
        TaskAttempt word = at.pull().tasks().getFirst().attempt();
        Concluded<Long> early = at.promotions.completed(OWNER, word, KEY, SECOND);
        assertEquals(14 * SECOND, early.answer());
        assertEquals(
                10 * SECOND,
                at.promotions.completed(OWNER, word, KEY, 14 * SECOND).answer());
        assertEquals(0, at.promotions.completed(OWNER, word, KEY, 15 * SECOND).answer(), "too late for a lease");
        assertEquals(
                1,
                at.promotions.completed(OWNER, word, KEY, 15 * SECOND).events().size());
    }

    @Test
    void aPinLastsAsLongAsItsTaskAndIsAskedForAgainEachSecond() {
        trigger(0);
        assertEquals(SECOND, at.promotions.pinnedNanos(OWNER, KEY, 0));
        assertEquals(SECOND / 2, at.promotions.pinnedNanos(OWNER, KEY, 11 * SECOND - SECOND / 2));
        assertEquals(10_000_000L, at.promotions.pinnedNanos(OWNER, KEY, 12 * SECOND));
        assertEquals(0, at.promotions.pinnedNanos(OTHER, KEY, 0));
        assertEquals(0, at.promotions.pinnedNanos(OWNER, TestKeys.key(1), 0));
        at.cancel("r");
        assertEquals(0, at.promotions.pinnedNanos(OWNER, KEY, 0));
    }

    @Test
    void whatANodeWasNotHandedIsNotItsToHold() {
        trigger(0);
        List<TaskAttempt> never = held(1);
        Pull.Taken taken = (Pull.Taken) at.apply(at.promotions.pull(OWNER, 1, never, 0, 0));
        assertEquals(new Pull.Taken(List.of(), never), taken);
    }

    @Test
    void nothingIsRememberedOfANodeThatIsGone() {
        trigger(0);
        at.pull();
        at.apply(at.promotions.ownerGone(OWNER));
        assertEquals(List.of(), at.promotions.ownerGone(OWNER));
    }
}
