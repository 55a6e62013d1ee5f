package io.forebay.core.catalogue;

import static io.forebay.core.catalogue.PrefetchFixture.BLOCK;
import static io.forebay.core.catalogue.PrefetchFixture.SECOND;
import static io.forebay.core.catalogue.PrefetchFixture.room;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PromotionTask;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.tier.Tier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What router leases keep of a prefetch buffer, and that it always takes something new in the end.
class BufferLeasesTest {
    private final PrefetchFixture master = new PrefetchFixture();

    /// A node with ten blocks on SSD, none in memory, and a buffer for so many.
    private void buffer(int blocks) {
        master.node("a", 0, 10);
        master.says("a", room(0, 1_000, blocks * BLOCK));
    }

    /// The time comes, and the node is heard all the while.
    private void pass(long until, int blocks) {
        while (master.now < until) {
            master.now = Math.min(until, master.now + 5 * SECOND);
            master.says("a", room(0, 1_000, blocks * BLOCK));
        }
    }

    /// The node does all that it is asked to.
    private void promote() {
        for (PromotionTask task : master.pull("a").tasks()) {
            master.promoted("a", task.attempt(), task.key());
        }
    }

    /// What the node may not let go of these.
    private List<BlockKey> refused(int from, int to) {
        LedgerReply.Applied reply =
                (LedgerReply.Applied) master.batch("a", Tier.MEMORY, TestKeys.keys(from, to), List.of());
        return reply.refused().stream().map(RouterLease::key).toList();
    }

    @Test
    void routersThatPollCannotLeaseTheBufferShut() {
        buffer(4);
        master.trigger("r0", 0, 4);
        promote();
        for (int second = 0; second < 30; second++) {
            master.trigger("r" + second % 3, 0, 4);
            master.now += SECOND;
            master.says("a", room(second, 1_000, 4 * BLOCK));
        }
        assertEquals(TestKeys.keys(0, 2), refused(0, 4), "half of it, for as long as they poll");
        assertEquals(PrefetchStatus.QUEUED, master.status(5));
    }

    private List<Boolean> leased(String request, int from, int to) {
        return master.trigger(request, from, to).stream()
                .map(PrefetchReply.PrefetchAnswer::leased)
                .toList();
    }

    @Test
    void aTriggerThatMayNotProlongALeaseLeavesItAsItIs() {
        buffer(2);
        master.trigger("r", 0, 2);
        promote();
        pass(4 * SECOND, 2);
        assertEquals(List.of(true, true), leased("s", 0, 2), "until they are needed, in a second");
        assertEquals(11 * SECOND, master.leaseNanos(0));
        assertEquals(7 * SECOND, master.leaseNanos(1));
        pass(10 * SECOND + SECOND / 2, 2);
        assertEquals(List.of(true, false), leased("s", 0, 2), "half a second is not a second");
        pass(12 * SECOND, 2);
        assertEquals(List.of(true, false), leased("s", 0, 2));
        assertEquals(List.of(false), leased("s", 1, 2), "whoever asks first");
        assertEquals(0, master.leaseNanos(1));
    }

    @Test
    void whatIsUsedMakesRoomForAnothersLease() {
        buffer(4);
        master.trigger("r", 0, 4);
        promote();
        assertEquals(List.of(true, true, true, true), leased("r", 0, 4));
        pass(11 * SECOND - 1, 4);
        assertEquals(List.of(true, true, false, false), leased("r", 0, 4));
        master.consumed("a", TestKeys.key(0));
        assertEquals(List.of(true), leased("s", 2, 3));
        assertEquals(List.of(TestKeys.key(1), TestKeys.key(2)), refused(1, 3));
        master.gone("a", Tier.MEMORY, TestKeys.keys(1, 2));
        assertEquals(
                List.of(true, false),
                List.of(leased("s", 3, 4).getFirst(), leased("s", 0, 1).getFirst()));
    }

    @Test
    void aBufferOfOneBlockTakesOneAfterTheOther() {
        buffer(1);
        for (int key = 0; key < 5; key++) {
            assertEquals(PrefetchStatus.QUEUED, master.status(key));
            promote();
            assertTrue(master.leaseNanos(key) > 0);
            assertEquals(PrefetchStatus.THROTTLED_CAP, master.status(key + 1), "it is awaited");
            assertEquals(List.of(true), leased("s", key, key + 1));
            master.cancel("r");
            if (key % 2 == 0) {
                master.consumed("a", TestKeys.key(key));
            } else {
                for (int second = 0; second < 11; second++) {
                    assertEquals(PrefetchStatus.IN_MEMORY, master.status(key));
                    master.now += SECOND;
                    master.says("a", room(second, 1_000, BLOCK));
                }
            }
            assertEquals(List.of(), refused(key, key + 1), "it may go");
        }
    }

    /// However small the others are: a buffer that triggers keep for small blocks has room for the largest one beside.
    @Test
    void theLargestBlockFindsRoomBesideWhatRoutersKeep() {
        Namespace large = new Namespace("large", "", "00");
        Map<Namespace, Long> sizes = Map.of(TestKeys.NAMESPACE, BLOCK, large, 80L);
        assertEquals(20, new Readings(0, 1_000, 0, 100, true, sizes).bufferLeasableBytes());
        assertEquals(0, new Readings(0, 1_000, 0, 80, true, sizes).bufferLeasableBytes());
        assertEquals(35, new Readings(0, 1_000, 0, 70, true, sizes).bufferLeasableBytes(), "which never fits");
        assertEquals(0, Readings.NONE.bufferLeasableBytes());
    }

    @Test
    void aBufferThatIsFullOfLeasedBlocksThrottlesTriggersUntilOneIsUsed() {
        buffer(4);
        master.trigger("r", 0, 3);
        promote();
        assertEquals(
                List.of(PrefetchStatus.QUEUED, PrefetchStatus.THROTTLED_CAP),
                master.trigger("s", 4, 6).stream()
                        .map(PrefetchReply.PrefetchAnswer::status)
                        .toList());
        promote();
        assertEquals(PrefetchStatus.THROTTLED_CAP, master.status(6));
        master.consumed("a", TestKeys.key(0));
        assertEquals(PrefetchStatus.QUEUED, master.status(6));
        assertEquals(PrefetchStatus.THROTTLED_CAP, master.status(7));
    }

    @Test
    void aBufferThatIsFullOfLeasedBlocksTakesNewOnesOnceTheirTimeIsOver() {
        buffer(4);
        master.trigger("r", 0, 4);
        promote();
        pass(11 * SECOND - 1, 4);
        assertEquals(PrefetchStatus.THROTTLED_CAP, master.status(5));
        master.now = 11 * SECOND;
        assertEquals(PrefetchStatus.QUEUED, master.status(5));
    }

    private void holds(int blocks) {
        Map<Namespace, Long> sizes = Map.of(TestKeys.NAMESPACE, BLOCK);
        master.says("a", new Readings(0, 1_000, 4 * BLOCK, blocks * BLOCK, 4 * BLOCK, true, sizes));
    }

    @Test
    void whatEnginesHoldOfABufferIsNotFreeAndCountsOnceWhenItIsLeasedAgain() {
        buffer(4);
        master.trigger("r", 0, 4);
        promote();
        TestKeys.keys(0, 4).forEach(key -> master.consumed("a", key));
        holds(4);
        assertEquals(PrefetchStatus.THROTTLED_CAP, master.status(5));
        assertEquals(List.of(true, true, false, false), leased("s", 0, 4));
        holds(3);
        assertEquals(PrefetchStatus.QUEUED, master.status(5), "two of the three are leased, too");
        master.cancel("r");
        holds(1);
        assertEquals(
                List.of(PrefetchStatus.QUEUED, PrefetchStatus.QUEUED, PrefetchStatus.THROTTLED_CAP),
                master.trigger("t", 5, 8).stream()
                        .map(PrefetchReply.PrefetchAnswer::status)
                        .toList());
    }

    @Test
    void whatLandsInTheMainPoolIsNoneOfTheBuffer() {
        master.node("a", 0, 10);
        master.says("a", room(0, 1_000, BLOCK));
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 4));
        master.trigger("r", 0, 4);
        assertEquals(PrefetchStatus.QUEUED, master.status(5));
    }

    @Test
    void whatLandedTooLateForALeaseIsBoundedLikeTheOthers() {
        buffer(2);
        master.trigger("r", 0, 2);
        List<PromotionTask> tasks = master.pull("a").tasks();
        tasks.forEach(task -> master.start("a", task.attempt()));
        pass(12 * SECOND, 2);
        tasks.forEach(task -> master.promoted("a", task.attempt(), task.key()));
        assertEquals(0, master.catalogue.stats(master.now).leases());
        assertEquals(List.of(true, false), leased("s", 0, 2));
    }
}
