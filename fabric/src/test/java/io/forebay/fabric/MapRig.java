package io.forebay.fabric;

import io.forebay.core.peer.RegionDescriptor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Tries `map` within one process: a mapper that looks the region up by its key. What hangs is a copy, on one of the
/// two copy threads.
final class MapRig extends ThreadedRig implements RegionMapper {
    private static final String HUNG = "hung";

    private final Map<String, LocalRegion> registered = new ConcurrentHashMap<>();
    private final CountDownLatch resumed = new CountDownLatch(1);
    private final AtomicInteger mappings = new AtomicInteger();
    private final Arena arena = Arena.ofShared();
    private final TestRegion hung = new TestRegion(0, HUNG, FabricPeer.MAX_RANGES_IN_FLIGHT, arena);

    /// Mappings that have not been given back.
    int mappings() {
        return mappings.get();
    }

    boolean isCopyHanging() {
        return hung.generations().isHanging();
    }

    @Override
    public Fabric open(String name) throws FabricException {
        return keep(new Registering(MapFabric.open(new MapSettings(2), openPort(), this), registered));
    }

    @Override
    public FabricPeer connectToHung(Fabric reader) throws FabricException {
        hung.generations().hangUntil(resumed);
        Fabric owner = open(HUNG);
        owner.register(hung.local());
        return reader.connect(owner.endpoint(), FabricContract.SECOND);
    }

    @Override
    public void resume() {
        resumed.countDown();
    }

    @Override
    public MappedRegion map(RegionDescriptor region) throws IOException {
        LocalRegion local = registered.get(region.key());
        if (local == null) {
            throw new IOException("nothing has the key " + region.key());
        }
        mappings.incrementAndGet();
        return new MappedRegion(local.segment().asReadOnly(), local.generations(), mappings::decrementAndGet);
    }
}
