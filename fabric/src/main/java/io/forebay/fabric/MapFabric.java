package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.RegionDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// One-sided reads between processes of one host: the peer's region is mapped and copied from.
///
/// Endpoint address: [PortAddress]; a region's key is [LocalRegion#mapKey], which the [RegionMapper] understands. A
/// dead process is noticed by the end of a liveness connection to its data port; see [MapPeer].
public final class MapFabric implements Fabric {
    /// The name in configuration, endpoints and metrics.
    public static final String NAME = "map";

    private final DataPort port;
    private final RegionMapper mapper;
    private final RegionTable regions = new RegionTable();
    private final Watchdog watchdog = new Watchdog("map-watchdog");
    private final PortDialer dialer = new PortDialer(watchdog, 0);
    private final LongAdder bytesRead = new LongAdder();
    private final CopyCrew crew;
    private final PeerSet<MapPeer> peers = new PeerSet<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private MapFabric(MapSettings settings, DataPort port, RegionMapper mapper) {
        this.port = port;
        this.mapper = mapper;
        this.crew = new CopyCrew(settings.copyThreads(), watchdog, bytesRead::add);
    }

    /// Answers for this process's life on `port`, which outlives the fabric and has no other `map` fabric.
    public static MapFabric open(MapSettings settings, DataPort port, RegionMapper mapper) {
        MapFabric fabric = new MapFabric(settings, port, mapper);
        port.serve(ConnectionKind.LIVENESS, MapFabric::keepSilence);
        fabric.crew.start();
        return fabric;
    }

    @Override
    public String name() {
        return NAME;
    }

    /// Also refuses a region without a map key.
    @Override
    public void register(LocalRegion region) throws FabricException {
        if (region.mapKey().isEmpty()) {
            throw new FabricException("region " + region.id() + " has no key by which a peer could map it");
        }
        regions.add(region);
    }

    @Override
    public FabricEndpoint endpoint() {
        return new FabricEndpoint(NAME, port.address().toString(), regions.descriptors());
    }

    /// Maps all regions of the endpoint; those registered later need a new connection.
    @Override
    public FabricPeer connect(FabricEndpoint endpoint, long timeoutNanos) throws FabricException {
        if (!endpoint.fabric().equals(NAME)) {
            throw new FabricException("not an endpoint of map but of " + endpoint.fabric());
        }
        PortAddress address = PortAddress.parse(endpoint.address());
        SocketChannel liveness =
                dialer.dial(address, ConnectionKind.LIVENESS, 1, timeoutNanos).getFirst();
        Map<Integer, RegionMapper.MappedRegion> mapped = new HashMap<>();
        try {
            for (RegionDescriptor region : endpoint.regions()) {
                if (mapped.containsKey(region.id())) {
                    throw new FabricException("region " + region.id() + " is there twice");
                }
                mapped.put(region.id(), mapper.map(region));
            }
        } catch (IOException | RuntimeException e) {
            Sockets.close(liveness);
            mapped.values().forEach(region -> Callbacks.run(region.unmap()));
            throw new FabricException("cannot map a region of " + address + ": " + e.getMessage(), e);
        }
        MapPeer peer = new MapPeer(address.toString(), mapped, liveness, crew, peers::remove);
        boolean added = peers.add(peer);
        peer.start();
        if (!added) {
            peer.close();
            throw new FabricException("this fabric is closed");
        }
        return peer;
    }

    @Override
    public long bytesRead() {
        return bytesRead.sum();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        port.stop(ConnectionKind.LIVENESS);
        List<MapPeer> rest = peers.close();
        rest.forEach(MapPeer::close);
        crew.close();
        rest.forEach(MapPeer::join);
        watchdog.close();
    }

    /// The serving side of a liveness connection: nothing comes, until its end.
    private static void keepSilence(ServedConnection connection) throws IOException {
        connection.read(ByteBuffer.allocate(1));
    }
}
