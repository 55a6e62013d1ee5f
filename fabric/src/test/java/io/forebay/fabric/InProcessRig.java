package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Tries the in-process network; what hangs is a fault.
final class InProcessRig implements FabricRig {
    private static final String HUNG = "hung";

    private final VirtualCourier courier = new VirtualCourier();
    private final InProcessNetwork network = new InProcessNetwork(
            courier, (reader, owner, ranges) -> owner.equals(HUNG) ? new ReadFault.Hang() : new ReadFault.None());
    private final List<Fabric> opened = new ArrayList<>();

    @Override
    public Fabric open(String name) {
        Fabric fabric = network.open(name);
        opened.add(fabric);
        return fabric;
    }

    @Override
    public FabricPeer connectToHung(Fabric reader) throws FabricException {
        return reader.connect(open(HUNG).endpoint(), FabricContract.SECOND);
    }

    @Override
    public void resume() {
        // What hangs goes on by itself once its read has failed.
    }

    @Override
    public void await(BooleanSupplier condition, String what) {
        while (!condition.getAsBoolean()) {
            assertTrue(courier.step(), "waited in vain for " + what);
        }
    }

    @Override
    public long nanoTime() {
        return courier.nowNanos();
    }

    @Override
    public void close() {
        opened.forEach(Fabric::close);
    }
}
