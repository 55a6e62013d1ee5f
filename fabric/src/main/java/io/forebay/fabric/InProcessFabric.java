package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One endpoint of an [InProcessNetwork]. Endpoint address: `name#incarnation`. Used by one thread.
final class InProcessFabric implements Fabric {
    static final String NAME = "in-process";

    private final InProcessNetwork network;
    private final String endpointName;
    private final long incarnation;
    private final RegionTable regions = new RegionTable();
    private final List<InProcessPeer> peers = new ArrayList<>();
    private long bytesRead;
    private boolean gone;

    InProcessFabric(InProcessNetwork network, String endpointName, long incarnation) {
        this.network = network;
        this.endpointName = endpointName;
        this.incarnation = incarnation;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void register(LocalRegion region) {
        regions.add(region);
    }

    @Override
    public FabricEndpoint endpoint() {
        return new FabricEndpoint(NAME, endpointName + "#" + incarnation, regions.descriptors());
    }

    /// Takes no time: whether the connection breaks later is a matter of faults.
    @Override
    public FabricPeer connect(FabricEndpoint endpoint, long timeoutNanos) throws FabricException {
        InProcessFabric owner = endpoint.fabric().equals(NAME) && !gone ? network.find(endpoint) : null;
        if (owner == null) {
            throw new FabricException("nothing of the network's is at " + endpoint.address());
        }
        InProcessPeer peer = new InProcessPeer(network, this, owner);
        peers.add(peer);
        return peer;
    }

    @Override
    public long bytesRead() {
        return bytesRead;
    }

    @Override
    public void close() {
        if (!gone) {
            gone = true;
            List.copyOf(peers).forEach(InProcessPeer::endAll);
            network.gone(this);
        }
    }

    void crash() {
        gone = true;
        network.gone(this);
    }

    String endpointName() {
        return endpointName;
    }

    /// True once closed or crashed.
    boolean isGone() {
        return gone;
    }

    @Nullable
    LocalRegion region(int id) {
        return regions.find(id);
    }

    void count(long bytes) {
        bytesRead += bytes;
    }

    void forget(InProcessPeer peer) {
        peers.remove(peer);
    }

    /// `owner` is gone; the news travels.
    void expectNews(InProcessFabric owner) {
        for (InProcessPeer peer : peers) {
            if (peer.owner() == owner) {
                network.courier().deliver(peer::ownerGone);
            }
        }
    }
}
