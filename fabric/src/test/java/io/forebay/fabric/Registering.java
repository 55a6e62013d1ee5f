package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import java.util.Map;

/// A fabric that also notes down, by map key, what is registered.
record Registering(Fabric fabric, Map<String, LocalRegion> registered) implements Fabric {
    @Override
    public String name() {
        return fabric.name();
    }

    @Override
    public void register(LocalRegion region) throws FabricException {
        fabric.register(region);
        registered.put(region.mapKey(), region);
    }

    @Override
    public FabricEndpoint endpoint() {
        return fabric.endpoint();
    }

    @Override
    public FabricPeer connect(FabricEndpoint endpoint, long timeoutNanos) throws FabricException {
        return fabric.connect(endpoint, timeoutNanos);
    }

    @Override
    public long bytesRead() {
        return fabric.bytesRead();
    }

    @Override
    public void close() {
        fabric.close();
    }
}
