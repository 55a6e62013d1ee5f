package io.forebay.server.node;

import io.forebay.core.peer.RegionDescriptor;
import io.forebay.fabric.DataPort;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.FabricException;
import io.forebay.fabric.LocalRegion;
import io.forebay.fabric.MapFabric;
import io.forebay.fabric.MapSettings;
import io.forebay.fabric.RegionMapper;
import io.forebay.fabric.TcpFabric;
import io.forebay.fabric.TcpSettings;
import io.forebay.memory.PeerPool;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolKey;
import io.forebay.node.Node;
import io.forebay.server.running.Closing;
import io.forebay.server.settings.FabricChoice;
import java.io.IOException;
import java.util.List;

/// A node's data planes on one data port, with its pool registered: where `memory`, which opens a peer's pool file,
/// and `fabric`, which copies from it, are brought together.
final class FabricSet {
    private FabricSet() {}

    /// In order of preference. They close with `closing`, before the port.
    static List<Fabric> open(FabricChoice choice, DataPort port, Pool pool, Closing closing) throws FabricException {
        List<Fabric> fabrics = switch (choice) {
            case AUTO -> List.of(map(port, closing), tcp(port, closing));
            case MAP -> List.of(map(port, closing));
            case TCP -> List.of(tcp(port, closing));
        };
        LocalRegion region =
                new LocalRegion(Node.POOL_REGION, pool.data(), pool, pool.key().text());
        for (Fabric fabric : fabrics) {
            fabric.register(region);
        }
        return fabrics;
    }

    private static Fabric map(DataPort port, Closing closing) {
        return closing.add("fabric map", MapFabric.open(MapSettings.defaults(), port, FabricSet::mapPeer));
    }

    private static Fabric tcp(DataPort port, Closing closing) {
        return closing.add("fabric tcp", TcpFabric.open(TcpSettings.defaults(), port));
    }

    private static RegionMapper.MappedRegion mapPeer(RegionDescriptor region) throws IOException {
        PoolKey key = PoolKey.parse(region.key());
        PeerPool peer = PeerPool.open(key.path(), key.nonce());
        return new RegionMapper.MappedRegion(peer.data(), peer, peer::close);
    }
}
