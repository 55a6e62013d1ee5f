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
import io.forebay.fabric.UcxSettings;
import io.forebay.memory.PeerPool;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolKey;
import io.forebay.node.Node;
import io.forebay.server.running.Closing;
import io.forebay.server.settings.NodeConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A node's data planes on one data port, with its pool registered: where `memory`, which opens a peer's pool file,
/// and `fabric`, which copies from it, are brought together.
final class FabricSet {
    private static final Logger LOG = LoggerFactory.getLogger(FabricSet.class);

    private final DataPort port;
    private final Closing closing;
    private final UcxOffer offer;

    private FabricSet(DataPort port, Closing closing, UcxOffer offer) {
        this.port = port;
        this.closing = closing;
        this.offer = offer;
    }

    /// In order of preference. They close with `closing`, before the port.
    static List<Fabric> open(NodeConfig.Fabrics config, DataPort port, Pool pool, Closing closing)
            throws FabricException {
        List<Fabric> fabrics = choose(config, port, closing, UcxOffer.ofThisHost());
        LocalRegion region =
                new LocalRegion(Node.POOL_REGION, pool.data(), pool, pool.key().text());
        for (Fabric fabric : fabrics) {
            fabric.register(region);
        }
        return fabrics;
    }

    /// The chosen ones, opened. What `auto` can do without it does without.
    static List<Fabric> choose(NodeConfig.Fabrics config, DataPort port, Closing closing, UcxOffer offer)
            throws FabricException {
        FabricSet set = new FabricSet(port, closing, offer);
        return switch (config.choice()) {
            case AUTO -> set.auto(config.ucx());
            case MAP -> List.of(set.map());
            case TCP -> List.of(set.tcp());
            case UCX -> List.of(set.ucx(config.ucx()));
        };
    }

    private List<Fabric> auto(UcxSettings settings) {
        List<Fabric> fabrics = new ArrayList<>();
        fabrics.add(map());
        if (offer.hasRdma()) {
            try {
                fabrics.add(ucx(settings));
            } catch (FabricException unavailable) {
                LOG.atWarn()
                        .addKeyValue("why", unavailable.getMessage())
                        .log("this host has an RDMA device that is not used");
            }
        }
        fabrics.add(tcp());
        return fabrics;
    }

    private Fabric map() {
        return closing.add("fabric map", MapFabric.open(MapSettings.defaults(), port, FabricSet::mapPeer));
    }

    private Fabric tcp() {
        return closing.add("fabric tcp", TcpFabric.open(TcpSettings.defaults(), port));
    }

    private Fabric ucx(UcxSettings settings) throws FabricException {
        if (!offer.hasRdma()) {
            LOG.atWarn()
                    .log("ucx without an RDMA device is for trying it out: a peer that leaves while it connects can end"
                            + " this process; use tcp");
        }
        return closing.add("fabric ucx", offer.opener().open(settings, port));
    }

    private static RegionMapper.MappedRegion mapPeer(RegionDescriptor region) throws IOException {
        PoolKey key = PoolKey.parse(region.key());
        PeerPool peer = PeerPool.open(key.path(), key.nonce());
        return new RegionMapper.MappedRegion(peer.data(), peer, peer::close);
    }
}
