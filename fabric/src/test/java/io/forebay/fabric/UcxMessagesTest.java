package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Remedy;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.RegionDescriptor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What `ucx` promises beyond the contract where the bytes come by message: nobody gets what is not registered, and a
/// reader that takes nothing harms neither the owner nor other readers.
///
/// Over TCP the library can end the process when a peer leaves while it connects: see decision 0014. Both sides share
/// this process, so these run in `verify --long`.
@Tag("long")
@Timeout(60)
final class UcxMessagesTest {
    private static final long SECOND = FabricContract.SECOND;
    private static final long CONNECT_NANOS = FabricContract.CONNECT_NANOS;
    private static final int MIB = 1 << 20;
    private static final int REGION_MIB = 64;
    /// 127.0.0.1 as [ListeningSockets] says it, alone or within an address of IPv6.
    private static final String LOOPBACK = "0100007F:";

    private final Arena arena = Arena.ofShared();
    private final UcxRig rig = new UcxRig(UcxSettings.defaults());
    private final TestRegion region = new TestRegion(7, "seven", (long) REGION_MIB * MIB, arena);
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void closeAll() {
        released.countDown();
        rig.resume();
        rig.close();
        arena.close();
    }

    @Test
    void aRangeThatTheOwnerNeverRegisteredIsRefusedByIt() throws FabricException {
        Fabric owner = owner(UcxWay.MESSAGES);
        FabricEndpoint lie = new FabricEndpoint(
                UcxFabric.NAME,
                owner.endpoint().address(),
                List.of(new RegionDescriptor(7, (REGION_MIB + 1L) * MIB, ""), new RegionDescriptor(8, MIB, "")));
        FabricPeer peer = rig.open("reader").connect(lie, CONNECT_NANOS);
        for (ReadRange bad : List.of(
                new ReadRange(7, (long) REGION_MIB * MIB - 1, 1, arena.allocate(2)),
                new ReadRange(8, 0, 1, arena.allocate(64)))) {
            Recorder read = read(peer, List.of(bad));
            ReadResult.Failed failed = assertInstanceOf(ReadResult.Failed.class, read.result());
            assertEquals(0, failed.completedRanges());
            assertEquals(Remedy.ELSEWHERE, failed.failure().remedy());
            assertEquals(-1, bad.destination().mismatch(arena.allocate(bad.lengthBytes())), "a byte came");
        }
        assertTrue(peer.isUp());
        assertReads(peer);
    }

    @Test
    void aReadThatIsCancelledIsOverThoughItsOwnerHangs() throws FabricException {
        UcxSettings neverAsleep = UcxSettings.of("", "", UcxPolling.BUSY);
        Fabric reader = rig.keep(UcxFabric.open(neverAsleep, rig.openPort()));
        FabricPeer peer = rig.connectToHung(reader);
        Recorder read = new Recorder();
        ReadOperation operation = peer.read(List.of(new ReadRange(0, 0, 1, arena.allocate(64))), 20 * SECOND, read);
        // Behind it on the same thread, so that it has been asked for.
        assertReads(reader.connect(owner(UcxWay.MESSAGES).endpoint(), CONNECT_NANOS));
        operation.cancel();
        rig.await(read::isOver, "the end of a cancelled read");
        assertTrue(peer.isUp());
    }

    @Test
    void aReadThatWasLateHereCostsThePeerNothing() throws FabricException {
        FabricPeer peer = rig.open("reader").connect(owner(UcxWay.MESSAGES).endpoint(), CONNECT_NANOS);
        peer.read(region.ranges(1, 64, arena), 20 * SECOND, new Ending(new Recorder(), this::hold));
        rig.await(() -> held.getCount() == 0, "the thread to be held");
        Recorder late = new Recorder();
        peer.read(region.ranges(1, MIB, arena), SECOND / 10, late);
        rig.await(late::isOver, "the time-out");
        long overNanos = System.nanoTime();
        rig.await(() -> System.nanoTime() - overNanos > SECOND / 2, "the end of the grace");
        assertTrue(peer.isUp());
        released.countDown();
        assertReads(peer);
    }

    @Test
    void aReaderThatTakesNothingHoldsUpNoOther() throws FabricException {
        Fabric owner = owner(UcxWay.MESSAGES);
        List<Recorder> stuck = stick(rig.open("stuck").connect(owner.endpoint(), CONNECT_NANOS));
        assertReads(rig.open("reader").connect(owner.endpoint(), CONNECT_NANOS));
        assertFalse(stuck.getLast().isOver());
        released.countDown();
        for (Recorder read : stuck) {
            rig.await(read::isOver, "the end of a read that was held up");
            assertEquals(new ReadResult.Complete(1), read.result());
        }
    }

    @Test
    void anOwnerOutlivesReadersThatAreKilledUnderTheirReads() throws Exception {
        Fabric owner = owner(UcxWay.MESSAGES);
        for (int round = 0; round < 3; round++) {
            new ReaderProcess(owner.endpoint()).close();
        }
        assertReads(rig.open("reader").connect(owner.endpoint(), CONNECT_NANOS));
    }

    @Test
    void eachWayReadsFromEach() throws FabricException {
        for (UcxWay mine : UcxWay.values()) {
            Fabric reader = open(mine);
            for (UcxWay theirs : UcxWay.values()) {
                FabricPeer peer = reader.connect(owner(theirs).endpoint(), CONNECT_NANOS);
                assertReads(peer);
                peer.close();
            }
        }
    }

    @Test
    void onlyTheAddressOfThePortIsListenedOn() throws Exception {
        Set<String> before = ListeningSockets.ofThisProcess();
        Fabric fabric = rig.open("listening");
        Set<String> now = ListeningSockets.ofThisProcess();
        now.removeAll(before);
        assertTrue(now.size() >= 2, "the port and UCX listen: " + now);
        assertTrue(now.stream().allMatch(address -> address.contains(LOOPBACK)), now::toString);
        fabric.close();
    }

    private Fabric open(UcxWay way) throws FabricException {
        return rig.keep(UcxFabric.open(UcxSettings.of("", "lo", UcxPolling.ADAPTIVE), way, rig.openPort()));
    }

    private Fabric owner(UcxWay way) throws FabricException {
        Fabric owner = open(way);
        owner.register(region.local());
        return owner;
    }

    /// A window of bytes is asked for, all at once, and not taken: the thread that would take them waits in the end of
    /// the first read.
    private List<Recorder> stick(FabricPeer peer) {
        List<Recorder> reads = new ArrayList<>();
        List<ReadRange> ranges = region.ranges(REGION_MIB, MIB, arena);
        ranges.forEach(range -> reads.add(new Recorder()));
        Recorder starter = new Recorder();
        peer.read(region.ranges(1, 64, arena), 20 * SECOND, new Ending(starter, () -> {
            peer.read(ranges.subList(0, 1), 40 * SECOND, new Ending(reads.getFirst(), this::hold));
            for (int i = 1; i < reads.size(); i++) {
                peer.read(ranges.subList(i, i + 1), 40 * SECOND, reads.get(i));
            }
        }));
        rig.await(() -> held.getCount() == 0, "the reader to stick");
        return reads;
    }

    /// What happens on the fabric's thread at the end of a read.
    private record Ending(Recorder recorder, Runnable then) implements ReadListener {
        @Override
        public void finished(ReadResult result) {
            recorder.finished(result);
        }

        @Override
        public void over() {
            recorder.over();
            then.run();
        }
    }

    private void hold() {
        held.countDown();
        awaitRelease();
    }

    private void awaitRelease() {
        try {
            assertTrue(released.await(40, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Recorder read(FabricPeer peer, List<ReadRange> ranges) {
        Recorder read = new Recorder();
        peer.read(ranges, 20 * SECOND, read);
        rig.await(read::isOver, "the end of a read");
        return read;
    }

    private void assertReads(FabricPeer peer) {
        List<ReadRange> ranges = region.ranges(9, 777_777, arena);
        assertEquals(new ReadResult.Complete(9), read(peer, ranges).result());
        assertTrue(ranges.stream().allMatch(region::holds));
    }
}
