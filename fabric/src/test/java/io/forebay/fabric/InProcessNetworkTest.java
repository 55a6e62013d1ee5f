package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.peer.FabricEndpoint;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The faults of the in-process network, and its lateness.
final class InProcessNetworkTest {
    private static final long MILLISECOND = 1_000_000;

    private final Arena arena = Arena.ofConfined();
    private final TestRegion region = new TestRegion(7, "seven", 1 << 20, arena);
    private final VirtualCourier courier = new VirtualCourier();
    private final Deque<ReadFault> faults = new ArrayDeque<>();
    private final InProcessNetwork network = new InProcessNetwork(
            courier, (reader, owner, ranges) -> faults.isEmpty() ? new ReadFault.None() : faults.remove());
    private final Recorder read = new Recorder();
    private final List<ReadRange> ranges = region.ranges(4, 1000, arena);

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void aReadTakesOneArrivalMoreThanItHasRanges() throws FabricException {
        connect().read(ranges, MILLISECOND, read);
        for (int i = 0; i < 4; i++) {
            courier.step();
        }
        assertFalse(read.isFinished());
        courier.step();
        assertEquals(new ReadResult.Complete(4), read.result());
        assertTrue(read.isOver());
    }

    @Test
    void aFreeBetweenTwoArrivalsIsStale() throws FabricException {
        connect().read(ranges, MILLISECOND, read);
        courier.step();
        courier.step();
        region.generations().free(1000);
        courier.drain();
        assertEquals(new ReadResult.Stale(1), read.result());
    }

    @Test
    void aReadCutShortKeepsItsFirstRanges() throws FabricException {
        faults.add(new ReadFault.CutShort(3));
        FabricPeer peer = connect();
        peer.read(ranges, MILLISECOND, read);
        courier.drain();
        assertEquals(3, assertInstanceOf(ReadResult.Failed.class, read.result()).completedRanges());
        assertTrue(region.holds(ranges.get(2)) && peer.isUp());
    }

    @Test
    void aCorruptReadClaimsToBeCompleteAndDiffersInOneBit() throws FabricException {
        faults.add(new ReadFault.Corrupt(2, 17));
        connect().read(ranges, MILLISECOND, read);
        courier.drain();
        assertEquals(new ReadResult.Complete(4), read.result());
        assertTrue(region.holds(ranges.get(1)) && region.holds(ranges.get(3)));
        assertEquals(
                17,
                region.local()
                        .segment()
                        .asSlice(2000, 1000)
                        .mismatch(ranges.get(2).destination()));
    }

    @Test
    void aHungReadWritesAfterItsTimeOutAndBeforeItIsOver() throws FabricException {
        faults.add(new ReadFault.Hang());
        connect().read(ranges, MILLISECOND, read);
        while (!read.isFinished()) {
            assertTrue(courier.step());
        }
        assertEquals(MILLISECOND, courier.nowNanos());
        assertFalse(read.isOver());
        assertEquals(0, ranges.getFirst().destination().get(ValueLayout.JAVA_LONG, 0));
        courier.drain();
        assertTrue(read.isOver());
        assertTrue(region.holds(ranges.getFirst()), "no late byte was written");
    }

    @Test
    void aCancelledReadFinishesTheWritingItHadBegun() throws FabricException {
        ReadOperation operation = connect().read(ranges, MILLISECOND, read);
        courier.step();
        operation.cancel();
        assertTrue(read.isFinished() && !read.isOver());
        courier.drain();
        assertTrue(read.isOver() && region.holds(ranges.getFirst()));
        assertFalse(region.holds(ranges.get(1)));
    }

    @Test
    void aBrokenConnectionFailsItsOtherReads() throws FabricException {
        faults.add(new ReadFault.Break(1));
        FabricPeer peer = connect();
        Recorder other = new Recorder();
        peer.read(ranges, MILLISECOND, read);
        peer.read(region.ranges(9, 50, arena), MILLISECOND, other);
        courier.drain();
        assertEquals(1, assertInstanceOf(ReadResult.Failed.class, read.result()).completedRanges());
        assertInstanceOf(ReadResult.Failed.class, other.result());
        assertTrue(read.isOver() && other.isOver() && !peer.isUp());
    }

    @Test
    void aCrashedOwnerIsNotTouchedAndItsReadersHear() throws FabricException {
        FabricPeer peer = connect();
        peer.read(ranges, MILLISECOND, read);
        courier.step();
        network.crash("owner");
        region.local().segment().fill((byte) 0x55);
        courier.drain();
        assertInstanceOf(ReadResult.Failed.class, read.result());
        assertTrue(read.isOver() && !peer.isUp());
        assertEquals(0, ranges.getFirst().destination().get(ValueLayout.JAVA_BYTE, 999));
    }

    @Test
    void aCrashedReaderHearsNothingAndWritesNothing() throws FabricException {
        connect().read(ranges, MILLISECOND, read);
        courier.step();
        network.crash("reader");
        courier.drain();
        assertFalse(read.isFinished() || read.isOver());
        assertEquals(0, ranges.getFirst().destination().get(ValueLayout.JAVA_BYTE, 999));
    }

    @Test
    void aSuccessorIsNotReachedByItsPredecessorsAddress() throws FabricException {
        connect();
        Fabric reader = network.open("third");
        network.crash("owner");
        Fabric successor = network.open("owner");
        FabricEndpoint now = successor.endpoint();
        FabricEndpoint former = new FabricEndpoint(now.fabric(), "owner#1", now.regions());
        assertThrows(FabricException.class, () -> reader.connect(former, MILLISECOND));
        assertTrue(reader.connect(now, MILLISECOND).isUp());
    }

    private FabricPeer connect() throws FabricException {
        Fabric owner = network.open("owner");
        owner.register(region.local());
        return network.open("reader").connect(owner.endpoint(), MILLISECOND);
    }
}
