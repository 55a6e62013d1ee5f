package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.RegionDescriptor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What only `map` has: a mapping that is held and given back, and that can be cut.
@Timeout(60)
final class MapPeerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    private Path directory = Path.of("");

    private final Arena arena = Arena.ofShared();
    private final TestRegion region = new TestRegion(7, "seven", 4 << 20, arena);
    private final MapRig rig = new MapRig();
    private final Recorder read = new Recorder();

    @AfterEach
    void close() {
        rig.resume();
        rig.close();
        arena.close();
    }

    @Test
    void theMappingIsKeptUnderACopyAndGivenBackBehindIt() throws FabricException {
        FabricPeer peer = rig.connectToHung(rig.open("reader"));
        peer.read(List.of(new ReadRange(0, 0, 1, arena.allocate(8))), 20 * SECOND, read);
        Recorder queued = new Recorder();
        peer.read(List.of(new ReadRange(0, 8, 1, arena.allocate(8))), 20 * SECOND, queued);
        rig.await(rig::isCopyHanging, "the copy's start");
        peer.close();
        assertTrue(read.isFinished() && queued.isFinished());
        assertEquals(1, rig.mappings());
        rig.resume();
        rig.await(() -> rig.mappings() == 0, "the unmapping");
        assertTrue(read.isOver() && queued.isOver());
    }

    @Test
    void closingTheFabricWaitsForACopyThatRuns() throws Exception {
        Fabric reader = rig.open("reader");
        rig.connectToHung(reader).read(List.of(new ReadRange(0, 0, 1, arena.allocate(8))), 20 * SECOND, read);
        rig.await(rig::isCopyHanging, "the copy's start");
        AtomicBoolean overAtReturn = new AtomicBoolean();
        Thread closer = Thread.ofPlatform().start(() -> {
            reader.close();
            overAtReturn.set(read.isOver());
        });
        rig.await(() -> !closer.isAlive() || waitsForCopies(closer), "the wait or its absence");
        rig.resume();
        closer.join();
        assertTrue(overAtReturn.get());
    }

    private static boolean waitsForCopies(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(CopyCrew.class.getName()));
    }

    @Test
    void theMappingIsGivenBackWhenTheOwnerEnds() throws FabricException {
        Fabric owner = rig.open("owner");
        owner.register(region.local());
        FabricPeer peer = rig.open("reader").connect(owner.endpoint(), SECOND);
        assertEquals(1, rig.mappings());
        owner.close();
        rig.await(() -> rig.mappings() == 0, "the unmapping");
        assertFalse(peer.isUp());
    }

    @Test
    void aConnectThatCannotMapOneRegionKeepsNone() throws FabricException {
        Fabric owner = rig.open("owner");
        owner.register(region.local());
        List<RegionDescriptor> regions = new ArrayList<>(owner.endpoint().regions());
        regions.add(new RegionDescriptor(8, 100, "no such key"));
        FabricEndpoint wrong =
                new FabricEndpoint(MapFabric.NAME, owner.endpoint().address(), regions);
        Fabric reader = rig.open("reader");
        assertThrows(FabricException.class, () -> reader.connect(wrong, SECOND));
        assertEquals(0, rig.mappings());
    }

    @Test
    void aRegionWithoutAKeyIsRefused() throws FabricException {
        Fabric owner = rig.open("owner");
        LocalRegion keyless =
                new LocalRegion(1, region.local().segment(), region.local().generations(), "");
        assertThrows(FabricException.class, () -> owner.register(keyless));
    }

    @Test
    void aFileCutUnderTheMappingFailsTheReadOnly() throws IOException {
        Path file = directory.resolve("region");
        LocalRegion shared = SharedFile.create(1, file, 512, arena);
        Fabric owner = rig.keep(MapFabric.open(new MapSettings(1), rig.openPort(), new SharedFile()));
        owner.register(shared);
        Fabric reader = rig.keep(MapFabric.open(new MapSettings(1), rig.openPort(), new SharedFile()));
        FabricPeer peer = reader.connect(owner.endpoint(), SECOND);
        try (FileChannel cut = FileChannel.open(file, StandardOpenOption.WRITE)) {
            cut.truncate(SharedFile.GRANULE_BYTES * 65L);
        }
        ReadRange gone = new ReadRange(1, 0, 1, arena.allocate(512 * SharedFile.GRANULE_BYTES));
        ReadRange there = new ReadRange(1, 0, 1, arena.allocate(SharedFile.GRANULE_BYTES));
        peer.read(List.of(gone), 20 * SECOND, read);
        Recorder after = new Recorder();
        peer.read(List.of(there), 20 * SECOND, after);
        rig.await(() -> read.isOver() && after.isOver(), "both reads");
        assertInstanceOf(ReadResult.Failed.class, read.result());
        assertEquals(new ReadResult.Complete(1), after.result());
    }
}
