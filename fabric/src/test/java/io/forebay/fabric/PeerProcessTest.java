package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.peer.FabricEndpoint;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Peers that are real processes, killed and stopped.
@Timeout(60)
final class PeerProcessTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long CONNECT_NANOS = FabricContract.CONNECT_NANOS;
    private static final long MIB = 1 << 20;

    private final Arena arena = Arena.ofShared();
    private Path directory = Path.of("/dev/shm");
    private PeerProcess process;
    private DataPort port;
    private Fabric tcp;
    private Fabric map;
    private Fabric ucx;

    @BeforeEach
    void start() throws Exception {
        Path base = Files.isDirectory(directory) ? directory : Path.of(System.getProperty("java.io.tmpdir"));
        directory = Files.createTempDirectory(base, "fabric-test");
        process = new PeerProcess(directory.resolve("region"));
        port = DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), 1);
        tcp = TcpFabric.open(TcpSettings.defaults(), port);
        map = MapFabric.open(new MapSettings(1), port, new SharedFile());
        ucx = UcxFabric.open(UcxSettings.defaults(), port);
    }

    @AfterEach
    void stop() throws Exception {
        tcp.close();
        map.close();
        ucx.close();
        port.close();
        process.close();
        Files.deleteIfExists(directory.resolve("region"));
        Files.delete(directory);
        arena.close();
    }

    @Test
    void allFabricsReadAnotherProcessOverOnePort() throws Exception {
        assertReads(tcp.connect(process.tcp(), CONNECT_NANOS));
        assertReads(map.connect(process.map(), CONNECT_NANOS));
        assertReads(ucx.connect(process.ucx(), CONNECT_NANOS));
        assertEquals(PeerProcess.REGION_BYTES, tcp.bytesRead());
        assertEquals(PeerProcess.REGION_BYTES, map.bytesRead());
        assertEquals(PeerProcess.REGION_BYTES, ucx.bytesRead());
    }

    @Test
    void aTcpPeerKilledUnderReadsFailsThem() throws Exception {
        killUnderReads(tcp.connect(process.tcp(), CONNECT_NANOS));
    }

    @Test
    void aMapPeerKilledUnderReadsFailsThem() throws Exception {
        killUnderReads(map.connect(process.map(), CONNECT_NANOS));
    }

    @Test
    @Tag("long")
    void aUcxPeerKilledUnderReadsFailsThem() throws Exception {
        killUnderReads(ucx.connect(process.ucx(), CONNECT_NANOS));
    }

    @Test
    void aStoppedTcpPeerCostsTheTimeOutAndIsDownThen() throws Exception {
        stopUnderReads(tcp, process.tcp());
    }

    @Test
    @Tag("long")
    void aStoppedUcxPeerCostsTheTimeOutAndIsDownThen() throws Exception {
        stopUnderReads(ucx, process.ucx());
    }

    private void stopUnderReads(Fabric fabric, FabricEndpoint endpoint) throws Exception {
        FabricPeer peer = fabric.connect(endpoint, CONNECT_NANOS);
        assertReads(peer);
        process.signal("STOP");
        long startNanos = System.nanoTime();
        Recorder read = new Recorder();
        peer.read(ranges(64), SECOND / 2, read);
        ThreadedRig.awaitWithin(read::isFinished, 5 * SECOND, "the time-out");
        long tookNanos = System.nanoTime() - startNanos;
        assertTrue(tookNanos >= SECOND / 2 && tookNanos < 3 * SECOND / 4, "finished after " + tookNanos + " ns");
        assertInstanceOf(ReadResult.Failed.class, read.result());
        ThreadedRig.awaitWithin(() -> read.isOver() && !peer.isUp(), 2 * SECOND, "the peer's fall");
        process.signal("CONT");
        assertReads(fabric.connect(endpoint, CONNECT_NANOS));
    }

    /// One-sided: the owner's threads take no part.
    @Test
    void aStoppedMapPeerIsReadAllTheSame() throws Exception {
        FabricPeer peer = map.connect(process.map(), CONNECT_NANOS);
        process.signal("STOP");
        assertReads(peer);
        assertTrue(peer.isUp());
    }

    /// Keeps 200 reads in flight until the peer is down. Those that the kill finds may still complete, since a
    /// mapping outlives its owner; what starts later fails.
    private void killUnderReads(FabricPeer peer) throws Exception {
        List<List<ReadRange>> targets = new ArrayList<>();
        List<Recorder> reads = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            targets.add(ranges(16));
            reads.add(start(peer, targets.getLast()));
        }
        ThreadedRig.awaitWithin(reads.getFirst()::isOver, 10 * SECOND, "the first read");
        assertInstanceOf(ReadResult.Complete.class, reads.getFirst().result());
        process.signal("KILL");
        long killedNanos = System.nanoTime();
        while (peer.isUp()) {
            assertTrue(System.nanoTime() - killedNanos < 2 * SECOND, "the peer is still up");
            for (int i = 0; i < reads.size(); i++) {
                if (reads.get(i).isOver()) {
                    reads.set(i, start(peer, targets.get(i)));
                }
            }
        }
        Recorder late = start(peer, ranges(1));
        ThreadedRig.awaitWithin(late::isOver, 2 * SECOND, "the refusal of a late read");
        assertInstanceOf(ReadResult.Failed.class, late.result());
        ThreadedRig.awaitWithin(() -> reads.stream().allMatch(Recorder::isOver), 2 * SECOND, "the end of all reads");
        assertTrue(System.nanoTime() - killedNanos < 2 * SECOND);
        assertFalse(peer.isUp());
    }

    private Recorder start(FabricPeer peer, List<ReadRange> ranges) {
        Recorder read = new Recorder();
        peer.read(ranges, 30 * SECOND, read);
        return read;
    }

    private List<ReadRange> ranges(int count) {
        List<ReadRange> ranges = new ArrayList<>();
        MemorySegment target = arena.allocate(count * MIB / 16);
        for (int i = 0; i < count; i++) {
            ranges.add(new ReadRange(PeerProcess.REGION, i * MIB, 1, target.asSlice(i * MIB / 16, MIB / 16)));
        }
        return ranges;
    }

    private void assertReads(FabricPeer peer) {
        MemorySegment target = arena.allocate(PeerProcess.REGION_BYTES);
        List<ReadRange> ranges = new ArrayList<>();
        for (long at = 0; at < PeerProcess.REGION_BYTES; at += MIB) {
            ranges.add(new ReadRange(PeerProcess.REGION, at, 1, target.asSlice(at, MIB)));
        }
        Recorder read = start(peer, ranges);
        ThreadedRig.awaitWithin(read::isOver, 20 * SECOND, "a read");
        assertEquals(new ReadResult.Complete(ranges.size()), read.result());
        for (long i = 0; i < PeerProcess.REGION_BYTES; i++) {
            if (target.get(ValueLayout.JAVA_BYTE, i) != SharedFile.expected(i)) {
                assertEquals(SharedFile.expected(i), target.get(ValueLayout.JAVA_BYTE, i), "byte " + i);
            }
        }
    }
}
