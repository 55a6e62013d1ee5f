package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// Tries `ucx`, over whatever UCX finds. What hangs is an owner's UCX thread: it got as far as a question about its
/// generations, so later gets run and never end.
final class UcxRig extends ThreadedRig {
    private final UcxSettings settings;
    private final CountDownLatch resumed = new CountDownLatch(1);
    private final Arena arena = Arena.ofShared();
    private final TestRegion hung = new TestRegion(0, "hung", FabricPeer.MAX_RANGES_IN_FLIGHT, arena);

    UcxRig(UcxSettings settings) {
        this.settings = settings;
    }

    @Override
    public Fabric open(String name) throws FabricException {
        return keep(UcxFabric.open(settings, openPort()));
    }

    @Override
    public FabricPeer connectToHung(Fabric reader) throws FabricException {
        hung.generations().hangUntil(resumed);
        Fabric owner = open("hung");
        owner.register(hung.local());
        FabricPeer peer = reader.connect(owner.endpoint(), FabricContract.CONNECT_NANOS);
        Recorder first = new Recorder();
        ReadOperation operation = peer.read(List.of(hung.range(0, 1, arena)), 20 * FabricContract.SECOND, first);
        await(hung.generations()::isHanging, "the owner's thread to hang");
        operation.cancel();
        await(first::isOver, "the end of the first read");
        return peer;
    }

    @Override
    public void resume() {
        resumed.countDown();
    }
}
