package io.forebay.bench.peer;

import io.forebay.core.peer.RegionDescriptor;
import io.forebay.fabric.DataPort;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.FabricException;
import io.forebay.fabric.LocalRegion;
import io.forebay.fabric.MapFabric;
import io.forebay.fabric.MapSettings;
import io.forebay.fabric.PortSettings;
import io.forebay.fabric.RegionMapper.MappedRegion;
import io.forebay.fabric.TcpFabric;
import io.forebay.fabric.TcpSettings;
import io.forebay.fabric.UcxFabric;
import io.forebay.fabric.UcxSettings;
import io.forebay.memory.PeerPool;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolKey;
import java.io.IOException;
import java.util.List;

/// All data planes of one process, set as a node sets them, with its pool registered.
record BenchFabrics(DataPort port, Fabric map, Fabric tcp, Fabric ucx) implements AutoCloseable {
    private static final int REGION = 1;
    private static final String HOST = "127.0.0.1";

    static BenchFabrics open(Pool pool) throws FabricException {
        DataPort port = DataPort.open(PortSettings.of(HOST, HOST, 0), pool.nonce());
        Fabric map = MapFabric.open(MapSettings.defaults(), port, BenchFabrics::map);
        Fabric tcp = TcpFabric.open(TcpSettings.defaults(), port);
        Fabric ucx = UcxFabric.open(UcxSettings.defaults(), port);
        LocalRegion region =
                new LocalRegion(REGION, pool.data(), pool, pool.key().text());
        map.register(region);
        tcp.register(region);
        ucx.register(region);
        return new BenchFabrics(port, map, tcp, ucx);
    }

    private static MappedRegion map(RegionDescriptor region) throws IOException {
        PoolKey key = PoolKey.parse(region.key());
        PeerPool peer = PeerPool.open(key.path(), key.nonce());
        return new MappedRegion(peer.data(), peer, peer::close);
    }

    List<Fabric> all() {
        return List.of(map, tcp, ucx);
    }

    @Override
    public void close() {
        map.close();
        tcp.close();
        ucx.close();
        port.close();
    }
}
