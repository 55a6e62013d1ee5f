package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.peer.FabricEndpoint;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Strangers at a data port: nothing that they send harms anybody else.
@Timeout(60)
final class DataPortTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long STALL_NANOS = SECOND / 10;
    private static final long INCARNATION = 0xABCDEF;
    private static final int MAX_CONNECTIONS = 8;

    private final Arena arena = Arena.ofShared();
    private final TestRegion region = new TestRegion(7, "seven", 8 << 20, arena);
    private final List<AutoCloseable> opened = new ArrayList<>();
    private DataPort port;
    private Fabric owner;
    private Fabric reader;

    @BeforeEach
    void open() throws FabricException {
        PortSettings settings = new PortSettings("127.0.0.1", "127.0.0.1", 0, MAX_CONNECTIONS, STALL_NANOS);
        port = keep(DataPort.open(settings, INCARNATION));
        owner = keep(TcpFabric.open(TcpSettings.defaults(), port));
        owner.register(region.local());
        DataPort other = keep(DataPort.open(settings, 1));
        reader = keep(TcpFabric.open(TcpSettings.defaults(), other));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable resource : opened.reversed()) {
            resource.close();
        }
        arena.close();
    }

    @Test
    void randomBytesEndOnlyTheirOwnConnection() throws Exception {
        FabricPeer peer = reader.connect(owner.endpoint(), SECOND);
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 50; round++) {
            byte[] noise = new byte[1 + random.nextInt(5000)];
            random.nextBytes(noise);
            try (SocketChannel stranger = dial()) {
                sendAll(stranger, ByteBuffer.wrap(noise));
                stranger.shutdownOutput();
                assertEnds(stranger);
            }
        }
        assertReads(peer);
        assertReads(reader.connect(owner.endpoint(), SECOND));
    }

    @Test
    void randomRequestsAreAnsweredOrEndTheirConnection() throws Exception {
        SplittableRandom random = new SplittableRandom(12);
        for (int round = 0; round < 20; round++) {
            byte[] noise = new byte[40 * (1 + random.nextInt(200)) + random.nextInt(40)];
            random.nextBytes(noise);
            try (SocketChannel stranger = greet(ConnectionKind.READ)) {
                sendAll(stranger, ByteBuffer.wrap(noise));
                stranger.shutdownOutput();
                assertEnds(stranger);
            }
        }
        assertReads(reader.connect(owner.endpoint(), SECOND));
    }

    @Test
    void hugeAndNegativeRangesGetAStatusAndNoBytes() throws Exception {
        long[][] lies = {
            {0, Long.MAX_VALUE}, {Long.MAX_VALUE, Long.MAX_VALUE}, {-1, 8}, {0, -1}, {0, 0}, {8 << 20, 1}, {1, 8 << 20}
        };
        try (SocketChannel stranger = greet(ConnectionKind.READ)) {
            ByteBuffer requests = ByteBuffer.allocate(lies.length * ReadFrames.REQUEST_BYTES);
            for (int i = 0; i < lies.length; i++) {
                requests.putLong(i).putInt(0).putInt(7);
                requests.putLong(lies[i][0]).putLong(lies[i][1]).putLong(1);
            }
            sendAll(stranger, requests.flip());
            ByteBuffer replies = readAll(stranger, lies.length * ReadFrames.REPLY_BYTES);
            for (int i = 0; i < lies.length; i++) {
                assertEquals(i, replies.getLong());
                assertEquals(0, replies.getInt());
                assertEquals(0, replies.getInt());
                assertEquals(ReadFrames.OUT_OF_BOUNDS, replies.getInt());
            }
        }
    }

    @Test
    void aHandshakeThatNeverEndsIsClosed() throws Exception {
        try (SocketChannel stranger = dial()) {
            sendAll(stranger, ByteBuffer.wrap(new byte[] {0x46}));
            assertEnds(stranger);
        }
    }

    @Test
    void aReaderThatTakesNoBytesIsClosedAndAnIdleOneStays() throws Exception {
        FabricPeer idle = reader.connect(owner.endpoint(), SECOND);
        try (SocketChannel stranger = greet(ConnectionKind.READ)) {
            ByteBuffer requests = ByteBuffer.allocate(64 * ReadFrames.REQUEST_BYTES);
            for (int i = 0; i < 64; i++) {
                requests.putLong(i).putInt(0).putInt(7);
                requests.putLong(0).putLong(8 << 20).putLong(1);
            }
            sendAll(stranger, requests.flip());
            ThreadedRig.awaitWithin(() -> port.connectionCount() == 1, 10 * SECOND, "the end of the stalled reader");
        }
        assertReads(idle);
    }

    @Test
    void moreConnectionsThanTheLimitAreClosedAtOnce() throws Exception {
        List<SocketChannel> strangers = new ArrayList<>();
        for (int i = 0; i < MAX_CONNECTIONS; i++) {
            strangers.add(keep(greet(ConnectionKind.READ)));
        }
        assertThrows(FabricException.class, () -> reader.connect(owner.endpoint(), SECOND));
        strangers.forEach(Sockets::close);
        ThreadedRig.awaitWithin(() -> port.connectionCount() == 0, 10 * SECOND, "room");
        assertReads(reader.connect(owner.endpoint(), SECOND));
    }

    @Test
    void aKindThatNobodyServesIsRefused() throws Exception {
        Fabric map = keep(MapFabric.open(new MapSettings(1), keep(DataPort.open(settings(), 2)), new SharedFile()));
        var endpoint = new FabricEndpoint(MapFabric.NAME, port.address().toString(), List.of());
        FabricException refused = assertThrows(FabricException.class, () -> map.connect(endpoint, SECOND));
        assertTrue(String.valueOf(refused.getMessage()).contains("does not serve"), refused::toString);
    }

    @Test
    void anAddressInUseIsRefused() {
        PortSettings taken =
                PortSettings.of("127.0.0.1", "127.0.0.1", port.address().port());
        assertThrows(FabricException.class, () -> DataPort.open(taken, 3));
    }

    @Test
    void connectingToAPortThatIsSilentEndsInTime() throws Exception {
        try (ServerSocketChannel deaf = ServerSocketChannel.open()) {
            deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int number = ((InetSocketAddress) deaf.getLocalAddress()).getPort();
            var endpoint =
                    new FabricEndpoint(TcpFabric.NAME, new PortAddress("127.0.0.1", number, 1).toString(), List.of());
            long startNanos = System.nanoTime();
            assertThrows(FabricException.class, () -> reader.connect(endpoint, SECOND / 5));
            assertTrue(System.nanoTime() - startNanos < SECOND / 5 + SECOND / 4);
        }
    }

    private PortSettings settings() {
        return PortSettings.of("127.0.0.1", "127.0.0.1", 0);
    }

    private <T extends AutoCloseable> T keep(T resource) {
        opened.add(resource);
        return resource;
    }

    private SocketChannel dial() throws IOException {
        return SocketChannel.open(port.address().resolve());
    }

    private SocketChannel greet(ConnectionKind kind) throws IOException {
        SocketChannel channel = dial();
        Handshake.ask(channel, kind, INCARNATION);
        Handshake.readAnswer(channel, port.address());
        return channel;
    }

    private static void sendAll(SocketChannel channel, ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException closedBefore) {
            // The port may have had enough already.
        }
    }

    private static ByteBuffer readAll(SocketChannel channel, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            assertTrue(channel.read(bytes) > 0);
        }
        return bytes.flip();
    }

    /// The other side closes the connection; what it says before does not matter.
    private static void assertEnds(SocketChannel channel) {
        ByteBuffer sink = ByteBuffer.allocate(64 << 10);
        try {
            while (channel.read(sink.clear()) >= 0) {
                // An answer.
            }
        } catch (IOException reset) {
            // Also an end.
        }
    }

    private void assertReads(FabricPeer peer) {
        List<ReadRange> ranges = region.ranges(4, 100_000, arena);
        Recorder read = new Recorder();
        peer.read(ranges, 10 * SECOND, read);
        ThreadedRig.awaitWithin(read::isOver, 10 * SECOND, "a read");
        assertEquals(new ReadResult.Complete(4), read.result());
        assertTrue(ranges.stream().allMatch(region::holds));
    }
}
