package io.forebay.bench.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.fault.FaultProxy.Direction;
import io.forebay.core.extent.Generations;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.fabric.DataPort;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.FabricException;
import io.forebay.fabric.FabricPeer;
import io.forebay.fabric.LocalRegion;
import io.forebay.fabric.PortAddress;
import io.forebay.fabric.PortSettings;
import io.forebay.fabric.ReadListener;
import io.forebay.fabric.ReadRange;
import io.forebay.fabric.ReadResult;
import io.forebay.fabric.TcpFabric;
import io.forebay.fabric.TcpSettings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Every fault, driven under reads of the real `tcp` fabric over real sockets: what the fabric promises for it comes
/// true.
@Timeout(60)
final class FaultProxyTest {
    private static final int LENGTH = 1 << 20;
    private static final long SECOND = 1_000_000_000L;
    private static final String HOST = "127.0.0.1";

    private final Arena arena = Arena.ofShared();
    private final MemorySegment destination = arena.allocate(LENGTH);
    private DataPort ownerPort;
    private DataPort readerPort;
    private Fabric owner;
    private Fabric reader;
    private FaultProxy proxy;

    /// Nothing is ever freed here.
    private static final class Unchanging implements Generations {
        @Override
        public long acquire(long offset) {
            return 1;
        }

        @Override
        public boolean confirm(long offset, long expected) {
            return expected == 1;
        }
    }

    @BeforeEach
    void open() throws IOException {
        ownerPort = DataPort.open(PortSettings.of(HOST, HOST, 0), 1);
        readerPort = DataPort.open(PortSettings.of(HOST, HOST, 0), 2);
        owner = TcpFabric.open(TcpSettings.defaults(), ownerPort);
        reader = TcpFabric.open(TcpSettings.defaults(), readerPort);
        MemorySegment memory = arena.allocate(LENGTH);
        memory.fill((byte) 7);
        owner.register(new LocalRegion(1, memory, new Unchanging(), ""));
        proxy = FaultProxy.open(HOST, ownerPort.address().port());
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        reader.close();
        owner.close();
        readerPort.close();
        ownerPort.close();
        arena.close();
    }

    @Test
    void withoutAFaultEveryByteComes() throws Exception {
        assertEquals(new ReadResult.Complete(1), read(connect(), 10 * SECOND));
        assertEquals(0, wrongBytes());
    }

    @Test
    void delayedBytesComeLateAndWhole() throws Exception {
        FabricPeer peer = connect();
        proxy.inject(Direction.FROM_TARGET, new WireFault.Delay(SECOND / 5));
        long start = System.nanoTime();
        assertEquals(new ReadResult.Complete(1), read(peer, 40 * SECOND));
        assertTrue(System.nanoTime() - start >= SECOND / 5);
        assertEquals(0, wrongBytes());
    }

    @Test
    void droppedBytesAreWaitedForUntilTheTimeOut() throws Exception {
        FabricPeer peer = connect();
        proxy.inject(Direction.FROM_TARGET, new WireFault.Drop());
        assertInstanceOf(ReadResult.Failed.class, read(peer, SECOND));
    }

    @Test
    void aPeerThatHangsCostsTheTimeOutAndGoesOnAfterwards() throws Exception {
        FabricPeer peer = connect();
        proxy.inject(Direction.TOWARDS_TARGET, new WireFault.Hang());
        assertInstanceOf(ReadResult.Failed.class, read(peer, SECOND));
        proxy.inject(Direction.TOWARDS_TARGET, new WireFault.None());
        assertEquals(new ReadResult.Complete(1), read(connect(), 10 * SECOND));
    }

    @Test
    void corruptBytesArriveForWhoeverVerifiesToFind() throws Exception {
        FabricPeer peer = connect();
        proxy.inject(Direction.FROM_TARGET, new WireFault.Corrupt(100_000));
        assertEquals(new ReadResult.Complete(1), read(peer, 10 * SECOND));
        assertEquals(LENGTH / 100_000, wrongBytes());
    }

    @Test
    void aConnectionCutInMidReadIsAnErrorAtOnce() throws Exception {
        FabricPeer peer = connect();
        proxy.inject(Direction.FROM_TARGET, new WireFault.CutAfter(LENGTH / 2));
        assertInstanceOf(ReadResult.Failed.class, read(peer, 40 * SECOND));
    }

    @Test
    void aRefusedConnectionIsSaidToBe() throws Exception {
        proxy.refuse(true);
        assertThrows(FabricException.class, this::connect);
        proxy.refuse(false);
        assertEquals(new ReadResult.Complete(1), read(connect(), 10 * SECOND));
    }

    @Test
    void aCutOfAllConnectionsTakesThePeerDownAndANewOneWorks() throws Exception {
        FabricPeer peer = connect();
        proxy.cutAll();
        assertInstanceOf(ReadResult.Failed.class, read(peer, 40 * SECOND));
        assertEquals(new ReadResult.Complete(1), read(connect(), 10 * SECOND));
    }

    private FabricPeer connect() throws FabricException {
        PortAddress address = new PortAddress(HOST, proxy.port(), 1);
        FabricEndpoint real = owner.endpoint();
        return reader.connect(new FabricEndpoint(real.fabric(), address.toString(), real.regions()), 5 * SECOND);
    }

    private ReadResult read(FabricPeer peer, long timeoutNanos) throws Exception {
        CompletableFuture<ReadResult> result = new CompletableFuture<>();
        CompletableFuture<ReadResult> over = new CompletableFuture<>();
        peer.read(List.of(new ReadRange(1, 0, 1, destination)), timeoutNanos, new ReadListener() {
            @Override
            public void finished(ReadResult end) {
                result.complete(end);
            }

            @Override
            public void over() {
                over.complete(result.join());
            }
        });
        return over.get(50, TimeUnit.SECONDS);
    }

    private long wrongBytes() {
        byte[] bytes = destination.toArray(ValueLayout.JAVA_BYTE);
        long wrong = 0;
        for (byte each : bytes) {
            wrong += each == 7 ? 0 : 1;
        }
        return wrong;
    }
}
