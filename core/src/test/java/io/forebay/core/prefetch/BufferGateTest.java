package io.forebay.core.prefetch;

import static io.forebay.core.prefetch.PromotionFixture.OWNER;
import static io.forebay.core.prefetch.PromotionFixture.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.TestKeys;
import io.forebay.core.session.SessionId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the gates say of a buffer: what is kept there, and what its node has just found out.
class BufferGateTest {
    private PromotionFixture at = new PromotionFixture();

    private static Triggered said(PrefetchStatus status, long owner) {
        return new Triggered(status, Optional.of(new SessionId(owner)));
    }

    private Triggered trigger(int key) {
        return at.trigger("r", List.of(TestKeys.key(key))).getFirst();
    }

    @Test
    void whatIsKeptOfTheBufferWhatIsQueuedAndTheBlockAreNoMoreThanIt() {
        at.stock.says(OWNER, 0, 1_000, 4 * FakeStock.BLOCK_BYTES);
        at.stock.kept.put(OWNER, 2 * FakeStock.BLOCK_BYTES);
        assertEquals(
                List.of(
                        said(PrefetchStatus.QUEUED, 1),
                        said(PrefetchStatus.QUEUED, 1),
                        said(PrefetchStatus.THROTTLED_CAP, 1)),
                at.trigger("r", TestKeys.keys(0, 3)));
        at.cancel("r");
        at.stock.kept.put(OWNER, 3 * FakeStock.BLOCK_BYTES + 1);
        assertEquals(said(PrefetchStatus.THROTTLED_CAP, 1), trigger(0));
        assertEquals("cancelled times 2 candidate", at.fate());
        at.stock.kept.put(OWNER, 3 * FakeStock.BLOCK_BYTES);
        at.pass(10_000_000L);
        assertEquals("cancelled times 2 QUEUED#1", at.fate(), "by itself, once there is room");
    }

    @Test
    void whatIsKeptOfTheBufferIsNothingToTheMainPool() {
        at = new PromotionFixture(new PrefetchTerms(true, false, 0.95, 9, 32, SECOND, SECOND));
        at.stock.says(OWNER, 0, 1_000, 0);
        at.stock.kept.put(OWNER, 1_000L);
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(0));
    }

    private void findsNoRoom(int key) {
        trigger(key);
        at.fail(OWNER, at.pull().tasks().getFirst().attempt(), PromotionFailure.NO_ROOM);
    }

    @Test
    void aNodeThatHasJustFoundNoRoomIsNotAskedForASecond() {
        findsNoRoom(0);
        assertEquals(said(PrefetchStatus.THROTTLED_CAP, 1), trigger(1));
        at.now = SECOND - 1;
        assertEquals(said(PrefetchStatus.THROTTLED_CAP, 1), trigger(1));
        at.now = SECOND;
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(1));
    }

    @Test
    void aNodeThatHasJustFoundNoRoomIsAskedAsSoonAsLessIsKept() {
        at.stock.kept.put(OWNER, 500L);
        findsNoRoom(0);
        assertEquals(said(PrefetchStatus.THROTTLED_CAP, 1), trigger(1));
        at.stock.kept.put(OWNER, 499L);
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(1));
    }

    @Test
    void aNodeThatHasJustFoundNoRoomIsAskedAsSoonAsSomethingLands() {
        trigger(0);
        TaskAttempt lands = at.pull().tasks().getFirst().attempt();
        trigger(1);
        at.fail(OWNER, at.pull(lands).tasks().getFirst().attempt(), PromotionFailure.NO_ROOM);
        assertEquals(said(PrefetchStatus.THROTTLED_CAP, 1), trigger(2));
        at.complete(OWNER, lands);
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(2));
    }

    @Test
    void aTaskThatFailsOtherwiseSaysNothingOfTheBuffer() {
        trigger(0);
        at.fail(OWNER, at.pull().tasks().getFirst().attempt(), PromotionFailure.DEVICE);
        assertEquals(said(PrefetchStatus.QUEUED, 1), trigger(1));
    }
}
