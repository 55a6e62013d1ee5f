package io.forebay.core.prefetch;

import static io.forebay.core.prefetch.PromotionFixture.KEY;
import static io.forebay.core.prefetch.PromotionFixture.MILLI;
import static io.forebay.core.prefetch.PromotionFixture.OWNER;
import static io.forebay.core.prefetch.PromotionFixture.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Throttled blocks that are tried again by themselves.
class CandidatesTest {
    private final PromotionFixture at = new PromotionFixture();

    private void close() {
        at.stock.says(OWNER, 1_000, 1_000, 1_000);
    }

    private void open() {
        at.stock.says(OWNER, 0, 1_000, 1_000);
    }

    private void throttled(String request, long needIn) {
        close();
        at.apply(at.promotions.trigger(List.of(KEY), request, needIn, at.stock, at.now));
    }

    @Test
    void triesComeAfterTenMillisecondsAndThenDoublePausesUpToASecondEightInAll() {
        throttled("r", SECOND);
        List<Long> pauses = new ArrayList<>();
        while (at.promotions.nextNanos().isPresent()) {
            long next = at.promotions.nextNanos().getAsLong();
            pauses.add((next - at.now) / MILLI);
            at.pass(next - at.now - 1);
            assertEquals("candidate", at.fate());
            at.pass(1);
        }
        assertEquals(List.of(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L), pauses);
        assertEquals("none", at.fate());
    }

    @Test
    void aTryBeforeItsTimeIsNone() {
        throttled("r", SECOND);
        open();
        assertEquals(List.of(), at.pass(10 * MILLI - 1));
        at.pass(1);
        assertEquals("QUEUED#1", at.fate());
        assertEquals(OptionalLong.empty(), at.promotions.nextNanos());
    }

    @Test
    void aCandidateThatIsAdmittedKeepsItsWishesAndItsRequests() {
        throttled("r", 2 * SECOND);
        open();
        at.pass(10 * MILLI);
        PromotionTask task = at.pull().tasks().getFirst();
        assertEquals(12 * SECOND - 10 * MILLI, task.expireNanos());
        assertEquals(2 * SECOND - 12 * MILLI, task.startByNanos());
        at.cancel("r");
        assertEquals("cancelled", at.fate());
    }

    @Test
    void aTriggerThatAdmitsACandidateKeepsWhatTheEarlierOneWants() {
        throttled("r", 30 * SECOND);
        open();
        at.trigger("s", 0);
        at.cancel("s");
        assertEquals("QUEUED#1", at.fate());
        PromotionTask task = at.pull().tasks().getFirst();
        assertEquals(40 * SECOND, task.expireNanos());
        assertEquals(SECOND - 2 * MILLI, task.startByNanos());
        at.cancel("r");
        assertEquals("cancelled", at.fate());
    }

    @Test
    void aCandidateIsTakenBackWithItsLastRequest() {
        throttled("r", SECOND);
        throttled("s", SECOND);
        at.cancel("r");
        assertEquals("candidate", at.fate());
        at.cancel("s");
        assertEquals("none", at.fate());
    }

    @Test
    void aSecondThrottledTriggerStartsNoNewRowOfTries() {
        throttled("r", SECOND);
        at.pass(10 * MILLI);
        throttled("s", SECOND);
        assertEquals(OptionalLong.of(30 * MILLI), at.promotions.nextNanos());
        for (int i = 0; i < 7; i++) {
            at.pass(SECOND);
        }
        assertEquals("none", at.fate());
    }

    @Test
    void aCandidateGoesWhenItsTimeIsOver() {
        long left = 5 * MILLI;
        PromotionFixture brief = new PromotionFixture(new PrefetchTerms(true, true, 0.95, 9, 9, left, 600 * SECOND));
        brief.stock.says(OWNER, 1_000, 1_000, 1_000);
        brief.apply(brief.promotions.trigger(List.of(KEY), "r", 5 * MILLI, brief.stock, 0));
        brief.stock.says(OWNER, 0, 1_000, 1_000);
        brief.pass(10 * MILLI);
        assertEquals("none", brief.fate(), "nobody needs it any more");
    }

    @Test
    void aCandidateIsGivenUpAfterAMinute() {
        throttled("r", 100 * SECOND);
        open();
        at.pass(60 * SECOND);
        assertEquals("none", at.fate());
    }

    @Test
    void aNewTriggerProlongsACandidate() {
        throttled("r", 100 * SECOND);
        at.now = 30 * SECOND;
        throttled("s", 100 * SECOND);
        open();
        at.pass(30 * SECOND);
        assertEquals("QUEUED#1", at.fate());
    }

    @Test
    void aCandidateThatIsPointlessGoes() {
        throttled("r", SECOND);
        at.stock.memory.add(KEY);
        at.pass(10 * MILLI);
        assertEquals("none", at.fate());
        at.stock.memory.clear();
        throttled("r", SECOND);
        at.stock.disk.remove(KEY);
        at.pass(10 * MILLI);
        assertEquals("none", at.fate());
    }

    @Test
    void aCandidateGoesTheMomentItIsInMemory() {
        throttled("r", SECOND);
        at.apply(at.promotions.inMemory(KEY));
        assertEquals("none", at.fate());
    }

    @Test
    void aTriggerThatFindsACandidatePointlessDropsIt() {
        throttled("r", SECOND);
        at.stock.disk.remove(KEY);
        assertEquals(PrefetchStatus.NOT_FOUND, at.trigger("s", 0));
        assertEquals("none", at.fate());
    }

    @Test
    void candidatesGoWhenTriggersAreSwitchedOff() {
        throttled("r", SECOND);
        at.apply(at.promotions.switched(false));
        assertEquals("none", at.fate());
        assertEquals(OptionalLong.empty(), at.promotions.nextNanos());
        open();
        assertEquals(List.of(), at.pass(10 * MILLI));
    }

    @Test
    void aTaskWithoutRoomIsTriedAgainForThoseWhoWantIt() {
        at.trigger("r", 0);
        at.trigger("s", 0);
        TaskAttempt word = at.pull().tasks().getFirst().attempt();
        at.stock.kept.put(OWNER, 990L);
        at.fail(OWNER, word, PromotionFailure.NO_ROOM);
        assertEquals("failed candidate", at.fate());
        at.cancel("r");
        at.stock.kept.put(OWNER, 980L);
        at.pass(10 * MILLI);
        assertEquals("failed QUEUED#1", at.fate());
        assertEquals(new TaskId(2), at.pull().tasks().getFirst().attempt().task());
        at.cancel("s");
        assertEquals(Map.of(TaskEnd.FAILED, 1L, TaskEnd.CANCELLED, 1L), at.ends());
    }

    /// A buffer that is full of what others wait for is not asked every few milliseconds.
    @Test
    void aBlockThatNeverFindsRoomIsTriedEightTimesMoreEverMoreSlowlyAndReachesItsNodeThreeTimes() {
        at.trigger("r", 0);
        List<Long> pauses = new ArrayList<>();
        while (true) {
            at.pull().tasks().forEach(task -> at.fail(OWNER, task.attempt(), PromotionFailure.NO_ROOM));
            if (!at.promotions.isCandidate(KEY)) {
                break;
            }
            long pause = at.promotions.nextNanos().orElseThrow() - at.now;
            pauses.add(pause / MILLI);
            assertEquals(List.of(), at.pass(pause - 1));
            at.pass(1);
        }
        assertEquals(List.of(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L), pauses);
        assertEquals(Map.of(TaskEnd.FAILED, 3L), at.ends());
    }

    @Test
    void noMoreThanFiftyThousandBlocksAreCandidates() {
        close();
        List<BlockKey> keys = TestKeys.keys(100, 100 + PrefetchTerms.MAX_CANDIDATES - 1);
        keys.forEach(key -> at.stock.disk.put(key, List.of(OWNER)));
        at.trigger("", keys);
        at.trigger("", TestKeys.keys(0, 3));
        assertEquals(PrefetchTerms.MAX_CANDIDATES, at.promotions.stats().candidates(), "within a batch");
        assertEquals(PrefetchStatus.THROTTLED_WATERMARK, at.trigger("", 4));
        assertEquals(PrefetchTerms.MAX_CANDIDATES, at.promotions.stats().candidates());
    }

    @Test
    void theBoundOfCandidatesHoldsWithinAReport() {
        at.trigger("", TestKeys.keys(0, 3));
        List<FailedPromotion> words = at.pull().tasks().stream()
                .map(task -> new FailedPromotion(task.attempt(), PromotionFailure.NO_ROOM))
                .toList();
        close();
        List<BlockKey> keys = TestKeys.keys(100, 100 + PrefetchTerms.MAX_CANDIDATES - 2);
        keys.forEach(key -> at.stock.disk.put(key, List.of(OWNER)));
        at.trigger("", keys);
        at.apply(at.promotions.failed(OWNER, words, at.stock, at.now));
        assertEquals(PrefetchTerms.MAX_CANDIDATES, at.promotions.stats().candidates());
        assertEquals(Map.of(TaskEnd.FAILED, 3L), at.ends());
    }

    @Test
    void oneStepTriesNoMoreThanItsShare() {
        close();
        List<BlockKey> keys = TestKeys.keys(100, 100 + Promotions.TRIES_PER_STEP + 1);
        keys.forEach(key -> at.stock.disk.put(key, List.of(OWNER)));
        at.trigger("", keys);
        assertEquals(Promotions.TRIES_PER_STEP, at.pass(10 * MILLI).size());
        assertEquals(OptionalLong.of(10 * MILLI), at.promotions.nextNanos());
        assertEquals(1, at.pass(0).size());
    }

    @Test
    void aRequestWithoutAnIdCannotTakeAnythingBack() {
        at.trigger("", 0);
        at.trigger("r", 0);
        at.cancel("r");
        assertEquals("QUEUED#1", at.fate());
    }

    @Test
    void moreRequestsThanAreRememberedLeaveATaskToRun() {
        for (int i = 0; i <= Interests.MAX; i++) {
            at.trigger("r" + i, 0);
        }
        for (int i = 0; i <= Interests.MAX; i++) {
            at.cancel("r" + i);
        }
        assertEquals("QUEUED#1", at.fate());
    }

    @Test
    void asManyRequestsAsAreRememberedEndATaskTogether() {
        for (int i = 0; i < Interests.MAX; i++) {
            at.trigger("r" + i, 0);
        }
        for (int i = 0; i < Interests.MAX; i++) {
            at.cancel("r" + i);
        }
        assertEquals("cancelled", at.fate());
    }

    @Test
    void aRequestThatAsksTwiceIsRememberedOnce() {
        for (int i = 0; i < Interests.MAX; i++) {
            at.trigger("r" + i, 0);
        }
        at.trigger("r0", 0);
        for (int i = 0; i < Interests.MAX; i++) {
            at.cancel("r" + i);
        }
        assertEquals("cancelled", at.fate());
    }

    @Test
    void aRequestWithoutAnIdIsCarriedOverFromACandidate() {
        throttled("", SECOND);
        open();
        at.pass(10 * MILLI);
        at.trigger("r", 0);
        at.cancel("r");
        assertEquals("QUEUED#1", at.fate());
    }

    @Test
    void aSecondThrottledTriggerShortensNothingAndMayBeUrgent() {
        throttled("r", 30 * SECOND);
        throttled("s", 20 * SECOND);
        open();
        at.pass(15 * SECOND);
        assertEquals("QUEUED#1", at.fate());
        PromotionTask task = at.pull().tasks().getFirst();
        assertEquals(25 * SECOND, task.expireNanos());
        assertEquals(5 * SECOND - 2 * MILLI, task.startByNanos());
    }

    @Test
    void aCandidateLastsAsLongAsTheMostPatientOfItsTriggers() {
        throttled("r", 30 * SECOND);
        throttled("s", 0);
        open();
        at.pass(15 * SECOND);
        assertEquals("QUEUED#1", at.fate());
    }
}
