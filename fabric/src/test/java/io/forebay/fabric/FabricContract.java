package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Remedy;
import io.forebay.core.peer.FabricEndpoint;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every backend promises. One subclass for each.
@Timeout(60)
abstract class FabricContract {
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /// For connections that are to be made, on a busy machine, too.
    static final long CONNECT_NANOS = 10 * SECOND;

    private static final long SLACK = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long REGION_BYTES = 16 << 20;

    private final Arena arena = Arena.ofShared();
    private final FabricRig rig = newRig();
    private final TestRegion region = new TestRegion(7, "seven", REGION_BYTES, arena);

    abstract FabricRig newRig();

    @AfterEach
    void closeAll() {
        rig.resume();
        rig.close();
        arena.close();
    }

    @Test
    void manyRangesArriveWithExactBytes() throws FabricException {
        Fabric reader = rig.open("reader");
        FabricPeer peer = connect(reader);
        SplittableRandom random = new SplittableRandom(42);
        List<ReadRange> ranges = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < 700; i++) {
            long length = 1 + random.nextLong(40_000);
            ranges.add(region.range(random.nextLong(REGION_BYTES - length), length, arena));
            bytes += length;
        }
        Recorder read = start(peer, ranges, 20 * SECOND);
        awaitOver(read);
        assertEquals(new ReadResult.Complete(700), read.result());
        assertTrue(ranges.stream().allMatch(region::holds), "a range holds other bytes; seed 42");
        assertEquals(bytes, reader.bytesRead());
    }

    @Test
    void aRangeAsLargeAsTheRegionArrives() throws FabricException {
        FabricPeer peer = connect(rig.open("reader"));
        ReadRange whole = region.range(0, REGION_BYTES, arena);
        Recorder read = start(peer, List.of(whole), 20 * SECOND);
        awaitOver(read);
        assertEquals(new ReadResult.Complete(1), read.result());
        assertTrue(region.holds(whole));
    }

    @Test
    void whatCameBeforeABadRangeIsKept() throws FabricException {
        FabricPeer peer = connect(rig.open("reader"));
        MemorySegment target = arena.allocate(64);
        List<ReadRange> bad = List.of(
                new ReadRange(8, 0, 1, target),
                new ReadRange(7, -1, 1, target),
                new ReadRange(7, Long.MIN_VALUE, 1, target),
                new ReadRange(7, Long.MAX_VALUE - 8, 1, target),
                new ReadRange(7, REGION_BYTES - 63, 1, target),
                new ReadRange(7, REGION_BYTES, 1, target));
        for (ReadRange wrong : bad) {
            List<ReadRange> ranges = new ArrayList<>(region.ranges(2, 300_000, arena));
            ranges.add(wrong);
            ranges.addAll(region.ranges(3, 300_000, arena));
            Recorder read = start(peer, ranges, 20 * SECOND);
            awaitOver(read);
            ReadResult.Failed failed = assertInstanceOf(ReadResult.Failed.class, read.result());
            assertEquals(2, failed.completedRanges());
            assertEquals(Remedy.ELSEWHERE, failed.failure().remedy());
            assertTrue(region.holds(ranges.get(0)) && region.holds(ranges.get(1)));
        }
        assertTrue(peer.isUp());
        assertReads(peer);
    }

    @Test
    void aGenerationThatDiffersBeforeTheCopyIsStale() throws FabricException {
        FabricPeer peer = connect(rig.open("reader"));
        List<ReadRange> ranges = region.ranges(6, 200_000, arena);
        region.generations().free(3 * 200_000L);
        Recorder read = start(peer, ranges, 20 * SECOND);
        awaitOver(read);
        assertEquals(new ReadResult.Stale(3), read.result());
        assertTrue(ranges.subList(0, 3).stream().allMatch(region::holds));
        assertTrue(peer.isUp());
        assertReads(peer);
    }

    @Test
    void aGenerationThatChangesUnderTheCopyIsStale() throws FabricException {
        FabricPeer peer = connect(rig.open("reader"));
        List<ReadRange> ranges = region.ranges(6, 200_000, arena);
        region.generations().freeDuringNextCopy(2 * 200_000L);
        Recorder read = start(peer, ranges, 20 * SECOND);
        awaitOver(read);
        assertEquals(new ReadResult.Stale(2), read.result());
        assertReads(peer);
    }

    @Test
    void aReadThatTimesOutFailsInTimeAndIsOverEventually() throws FabricException {
        FabricPeer peer = rig.connectToHung(rig.open("reader"));
        long timeout = SECOND / 3;
        long startNanos = rig.nanoTime();
        Recorder read = start(peer, hungRanges(4), timeout);
        rig.await(read::isFinished, "the read's time-out");
        long tookNanos = rig.nanoTime() - startNanos;
        assertTrue(tookNanos >= timeout && tookNanos <= timeout + SLACK, "finished after " + tookNanos + " ns");
        ReadResult.Failed failed = assertInstanceOf(ReadResult.Failed.class, read.result());
        assertEquals(0, failed.completedRanges());
        assertEquals(Remedy.ELSEWHERE, failed.failure().remedy());
        rig.resume();
        awaitOver(read);
    }

    @Test
    void aCancelledReadFailsAndIsOverEventually() throws FabricException {
        FabricPeer peer = rig.connectToHung(rig.open("reader"));
        Recorder read = new Recorder();
        ReadOperation operation = peer.read(hungRanges(4), SECOND, read);
        assertFalse(read.isFinished());
        operation.cancel();
        rig.await(read::isFinished, "the cancellation");
        ReadResult.Failed failed = assertInstanceOf(ReadResult.Failed.class, read.result());
        assertEquals(Remedy.RETRY, failed.failure().remedy());
        operation.cancel();
        rig.resume();
        awaitOver(read);
    }

    @Test
    void cancellingOneReadLeavesTheOthersAlone() throws FabricException {
        FabricPeer peer = connect(rig.open("reader"));
        SplittableRandom random = new SplittableRandom(5);
        List<Recorder> reads = new ArrayList<>();
        List<List<ReadRange>> kept = new ArrayList<>();
        List<Recorder> keptReads = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            List<ReadRange> ranges = region.ranges(4, 1 + random.nextInt(200_000), arena);
            Recorder read = new Recorder();
            ReadOperation operation = peer.read(ranges, 20 * SECOND, read);
            reads.add(read);
            if (i % 3 == 0) {
                operation.cancel();
            } else {
                kept.add(ranges);
                keptReads.add(read);
            }
        }
        reads.forEach(this::awaitOver);
        keptReads.forEach(read -> assertEquals(new ReadResult.Complete(4), read.result()));
        assertTrue(kept.stream().flatMap(List::stream).allMatch(region::holds), "other bytes; seed 5");
        assertTrue(peer.isUp());
    }

    @Test
    void closingAPeerFailsItsReadsAndItStaysDown() throws FabricException {
        FabricPeer peer = rig.connectToHung(rig.open("reader"));
        Recorder read = start(peer, hungRanges(3), 20 * SECOND);
        peer.close();
        assertFalse(peer.isUp());
        rig.await(read::isFinished, "the end of the read");
        assertInstanceOf(ReadResult.Failed.class, read.result());
        rig.resume();
        awaitOver(read);
        Recorder later = start(peer, hungRanges(1), 20 * SECOND);
        awaitOver(later);
        assertInstanceOf(ReadResult.Failed.class, later.result());
        peer.close();
    }

    @Test
    void anOwnersEndTakesItsPeersDown() throws FabricException {
        Fabric owner = rig.open("owner");
        owner.register(region.local());
        Fabric reader = rig.open("reader");
        FabricPeer peer = reader.connect(owner.endpoint(), CONNECT_NANOS);
        assertReads(peer);
        owner.close();
        rig.await(() -> !peer.isUp(), "the news that the owner is gone");
        Recorder read = start(peer, region.ranges(1, 64, arena), SECOND);
        awaitOver(read);
        ReadResult.Failed failed = assertInstanceOf(ReadResult.Failed.class, read.result());
        assertEquals(Remedy.ELSEWHERE, failed.failure().remedy());
    }

    @Test
    void whenCloseReturnsEveryReadIsOver() throws Exception {
        Fabric reader = rig.open("reader");
        FabricPeer hung = rig.connectToHung(reader);
        FabricPeer busy = connect(reader);
        List<Recorder> reads = new ArrayList<>();
        reads.add(start(hung, hungRanges(5), 20 * SECOND));
        for (int i = 0; i < 40; i++) {
            reads.add(start(busy, region.ranges(8, 256 << 10, arena), 20 * SECOND));
        }
        Recorder waiting = reads.getFirst();
        Thread resumer = Thread.ofPlatform().start(() -> {
            if (!(rig instanceof InProcessRig)) {
                rig.await(waiting::isFinished, "the failure by close");
                rig.resume();
            }
        });
        reader.close();
        assertTrue(reads.stream().allMatch(Recorder::isOver), "a read was not over");
        reads.forEach(Recorder::result);
        assertInstanceOf(ReadResult.Failed.class, waiting.result());
        resumer.join();
    }

    @Test
    void twoPeersConnectToEachOtherAtOnce() throws Exception {
        Fabric one = rig.open("one");
        Fabric other = rig.open("other");
        TestRegion second = new TestRegion(9, "nine", 1 << 20, arena);
        one.register(region.local());
        other.register(second.local());
        FabricPeer forth = one.connect(other.endpoint(), CONNECT_NANOS);
        FabricPeer back = other.connect(one.endpoint(), CONNECT_NANOS);
        List<ReadRange> there = second.ranges(4, 100_000, arena);
        List<ReadRange> here = region.ranges(4, 100_000, arena);
        Recorder forthRead = start(forth, there, 20 * SECOND);
        Recorder backRead = start(back, here, 20 * SECOND);
        awaitOver(forthRead);
        awaitOver(backRead);
        assertTrue(there.stream().allMatch(second::holds) && here.stream().allMatch(region::holds));
    }

    @Test
    void aThousandReadsEndWhileAnotherPeerHangs() throws FabricException {
        Fabric reader = rig.open("reader");
        FabricPeer hung = rig.connectToHung(reader);
        FabricPeer peer = connect(reader);
        Recorder waiting = start(hung, hungRanges(4), 60 * SECOND);
        List<Recorder> reads = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            reads.add(start(peer, region.ranges(4, 4096, arena), 20 * SECOND));
        }
        reads.forEach(this::awaitOver);
        reads.forEach(read -> assertEquals(new ReadResult.Complete(4), read.result()));
        assertFalse(waiting.isFinished());
    }

    @Test
    void rangesInFlightAreLimited() throws FabricException {
        FabricPeer peer = rig.connectToHung(rig.open("reader"));
        Recorder all = new Recorder();
        ReadOperation operation = peer.read(hungRanges(FabricPeer.MAX_RANGES_IN_FLIGHT), 20 * SECOND, all);
        Recorder more = start(peer, hungRanges(1), 20 * SECOND);
        awaitOver(more);
        ReadResult.Failed failed = assertInstanceOf(ReadResult.Failed.class, more.result());
        assertEquals(Remedy.RETRY, failed.failure().remedy());
        assertFalse(all.isFinished());
        operation.cancel();
        rig.await(all::isFinished, "the cancellation");
    }

    @Test
    void overlappingRegionsAreRefused() throws FabricException {
        Fabric owner = rig.open("owner");
        owner.register(region.local());
        MemorySegment whole = region.local().segment();
        refuses(owner, 7, arena.allocate(64));
        refuses(owner, 8, whole);
        refuses(owner, 8, whole.asSlice(REGION_BYTES - 1));
        refuses(owner, 8, whole.asSlice(4096, 1));
        refuses(owner, 8, MemorySegment.ofArray(new byte[64]));
        owner.register(new LocalRegion(8, arena.allocate(64), region.generations(), "eight"));
        assertEquals(
                List.of(7, 8),
                owner.endpoint().regions().stream().map(each -> each.id()).toList());
    }

    @Test
    void anotherIncarnationIsRefused() throws FabricException {
        Fabric owner = rig.open("owner");
        owner.register(region.local());
        FabricEndpoint now = owner.endpoint();
        String address = now.address().substring(0, now.address().indexOf('#')) + "#99999999";
        Fabric reader = rig.open("reader");
        FabricEndpoint former = new FabricEndpoint(now.fabric(), address, now.regions());
        assertThrows(FabricException.class, () -> reader.connect(former, SECOND));
        FabricEndpoint foreign = new FabricEndpoint("carrier-pigeon", now.address(), now.regions());
        assertThrows(FabricException.class, () -> reader.connect(foreign, SECOND));
        assertReads(reader.connect(now, CONNECT_NANOS));
    }

    @Test
    void aReadOfNothingOrIntoTheHeapIsRefused() throws FabricException {
        FabricPeer peer = connect(rig.open("reader"));
        Recorder read = new Recorder();
        List<List<ReadRange>> bad = List.of(
                List.of(),
                List.of(new ReadRange(7, 0, 1, MemorySegment.ofArray(new byte[8]))),
                List.of(new ReadRange(7, 0, 1, arena.allocate(8).asReadOnly())),
                List.of(new ReadRange(7, 0, 1, arena.allocate(8).asSlice(0, 0))));
        for (List<ReadRange> ranges : bad) {
            assertThrows(IllegalArgumentException.class, () -> peer.read(ranges, SECOND, read));
        }
        assertFalse(read.isFinished());
    }

    private void refuses(Fabric owner, int id, MemorySegment segment) {
        LocalRegion refused = new LocalRegion(id, segment, region.generations(), "key" + id);
        assertThrows(IllegalArgumentException.class, () -> owner.register(refused));
    }

    private FabricPeer connect(Fabric reader) throws FabricException {
        Fabric owner = rig.open("owner");
        owner.register(region.local());
        return reader.connect(owner.endpoint(), CONNECT_NANOS);
    }

    private Recorder start(FabricPeer peer, List<ReadRange> ranges, long timeoutNanos) {
        Recorder read = new Recorder();
        peer.read(ranges, timeoutNanos, read);
        return read;
    }

    private List<ReadRange> hungRanges(int count) {
        MemorySegment targets = arena.allocate(count);
        List<ReadRange> ranges = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ranges.add(new ReadRange(0, i, 1, targets.asSlice(i, 1)));
        }
        return ranges;
    }

    private void awaitOver(Recorder read) {
        rig.await(read::isOver, "the end of a read");
    }

    private void assertReads(FabricPeer peer) {
        List<ReadRange> ranges = region.ranges(3, 50_000, arena);
        Recorder read = start(peer, ranges.subList(1, 3), 20 * SECOND);
        awaitOver(read);
        assertEquals(new ReadResult.Complete(2), read.result());
        assertTrue(ranges.subList(1, 3).stream().allMatch(region::holds));
    }
}
