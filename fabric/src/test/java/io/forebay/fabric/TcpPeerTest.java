package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.peer.FabricEndpoint;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A TCP peer whose serving side is written by hand, byte for byte.
@Timeout(60)
final class TcpPeerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int LENGTH = 1 << 20;

    private final Arena arena = Arena.ofShared();
    private final TestRegion region = new TestRegion(7, "seven", 2 * LENGTH, arena);
    private final ReadRange range = region.range(0, LENGTH, arena);
    private final Recorder first = new Recorder();
    private final Recorder second = new Recorder();
    private SilentPort owner;
    private DataPort port;
    private Fabric reader;
    private FabricPeer peer;
    private SocketChannel serving;

    @BeforeEach
    void connect() throws IOException {
        owner = new SilentPort();
        port = DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), 1);
        reader = TcpFabric.open(new TcpSettings(1, 0, 10 * SECOND, 0), port);
        peer = reader.connect(new FabricEndpoint(TcpFabric.NAME, owner.address().toString(), List.of()), SECOND);
        serving = owner.accepted();
    }

    @AfterEach
    void close() {
        reader.close();
        port.close();
        owner.close();
        arena.close();
    }

    @Test
    void aReadCancelledHalfWayIsOverAtItsNextByteAndTheConnectionGoesOn() throws IOException {
        ReadOperation operation = peer.read(List.of(range), 60 * SECOND, first);
        peer.read(List.of(region.range(LENGTH, 64, arena)), 60 * SECOND, second);
        awaitRequests(2);
        sendReply(1, 0, ReadFrames.OK);
        send(region.local().segment().asSlice(0, LENGTH / 2).asByteBuffer());
        ThreadedRig.awaitWithin(this::halfArrived, 10 * SECOND, "half of the bytes");
        operation.cancel();
        assertInstanceOf(ReadResult.Failed.class, first.result());
        assertFalse(first.isOver(), "the receiver may still write");
        send(region.local().segment().asSlice(LENGTH / 2, LENGTH / 2).asByteBuffer());
        sendTrailer(1, ReadFrames.OK);
        sendReply(2, 0, ReadFrames.OK);
        send(region.local().segment().asSlice(LENGTH, 64).asByteBuffer());
        sendTrailer(1, ReadFrames.OK);
        ThreadedRig.awaitWithin(() -> first.isOver() && second.isOver(), 10 * SECOND, "the end");
        assertEquals(new ReadResult.Complete(1), second.result());
        assertTrue(peer.isUp());
    }

    @Test
    void aLateReadFailsAloneWhenThePeerStillSends() throws IOException {
        peer.read(List.of(range), SECOND, first);
        peer.read(List.of(region.range(LENGTH, 64, arena)), 60 * SECOND, second);
        awaitRequests(2);
        ThreadedRig.awaitWithin(first::isOver, 10 * SECOND, "the time-out");
        sendReply(1, 0, ReadFrames.OK);
        send(region.local().segment().asSlice(0, LENGTH).asByteBuffer());
        sendTrailer(0, ReadFrames.STALE);
        sendReply(2, 0, ReadFrames.UNKNOWN_REGION);
        ThreadedRig.awaitWithin(second::isOver, 10 * SECOND, "the second read");
        assertTrue(peer.isUp());
        assertEquals(-1, range.destination().mismatch(arena.allocate(LENGTH)), "an abandoned destination was written");
    }

    @Test
    void aReplyToNothingTakesThePeerDown() throws IOException {
        sendReply(1, 0, ReadFrames.OK);
        ThreadedRig.awaitWithin(() -> !peer.isUp(), 10 * SECOND, "the peer's fall");
    }

    @Test
    void aReplyOutOfOrderTakesThePeerDown() throws IOException {
        peer.read(region.ranges(3, 64, arena), 60 * SECOND, first);
        awaitRequests(3);
        sendReply(1, 1, ReadFrames.OK);
        ThreadedRig.awaitWithin(first::isOver, 10 * SECOND, "the read's end");
        assertInstanceOf(ReadResult.Failed.class, first.result());
        assertFalse(peer.isUp());
    }

    @Test
    void rangesAnsweredTogetherEndAtTheFirstThatIsNotConfirmed() throws IOException {
        peer.read(region.ranges(3, 64, arena), 60 * SECOND, first);
        awaitRequests(3);
        sendReply(1, 0, 3, ReadFrames.OK);
        send(region.local().segment().asSlice(0, 3 * 64).asByteBuffer());
        sendTrailer(2, ReadFrames.STALE);
        ThreadedRig.awaitWithin(first::isOver, 10 * SECOND, "the read's end");
        assertEquals(new ReadResult.Stale(2), first.result());
        assertTrue(peer.isUp());
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 4})
    void aReplyOfRangesThatWereNotAskedForTakesThePeerDown(int count) throws IOException {
        peer.read(region.ranges(3, 64, arena), 60 * SECOND, first);
        awaitRequests(3);
        sendReply(1, 0, count, ReadFrames.OK);
        ThreadedRig.awaitWithin(first::isOver, 10 * SECOND, "the read's end");
        assertInstanceOf(ReadResult.Failed.class, first.result());
        assertFalse(peer.isUp());
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "4, 0", "3, 1", "2, 0"})
    void aTrailerThatContradictsItselfTakesThePeerDown(int confirmed, int status) throws IOException {
        peer.read(region.ranges(3, 64, arena), 60 * SECOND, first);
        awaitRequests(3);
        sendReply(1, 0, 3, ReadFrames.OK);
        send(region.local().segment().asSlice(0, 3 * 64).asByteBuffer());
        sendTrailer(confirmed, status);
        ThreadedRig.awaitWithin(first::isOver, 10 * SECOND, "the read's end");
        assertInstanceOf(ReadResult.Failed.class, first.result());
        assertFalse(peer.isUp());
    }

    @Test
    void anUnknownStatusTakesThePeerDown() throws IOException {
        peer.read(region.ranges(3, 64, arena), 60 * SECOND, first);
        awaitRequests(3);
        sendReply(1, 0, 77);
        ThreadedRig.awaitWithin(first::isOver, 10 * SECOND, "the read's end");
        assertFalse(peer.isUp());
    }

    private boolean halfArrived() {
        return region.local()
                        .segment()
                        .asSlice(0, LENGTH / 2)
                        .mismatch(range.destination().asSlice(0, LENGTH / 2))
                == -1;
    }

    private void awaitRequests(int count) throws IOException {
        ByteBuffer requests = ByteBuffer.allocate(count * ReadFrames.REQUEST_BYTES);
        while (requests.hasRemaining()) {
            assertTrue(serving.read(requests) > 0);
        }
    }

    private void sendReply(long readId, int index, int status) throws IOException {
        sendReply(readId, index, 1, status);
    }

    private void sendReply(long readId, int index, int count, int status) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(ReadFrames.REPLY_BYTES);
        ReadFrames.putReply(frame, readId, index, status == ReadFrames.OK ? count : 0, status);
        send(frame.flip());
    }

    private void sendTrailer(int confirmed, int status) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(ReadFrames.TRAILER_BYTES);
        ReadFrames.putTrailer(frame, confirmed, status);
        send(frame.flip());
    }

    private void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            serving.write(bytes);
        }
    }
}
