package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// One-sided reads over plain TCP: blocking sockets, one thread for each serving connection, bytes written from the
/// registered region and received straight into the destination.
///
/// Endpoint address: [PortAddress]; a region's key is empty. A dead process is noticed at once, by the end of its
/// connection; a hung one by a read's time-out; a host that vanished by that or by keep-alive.
public final class TcpFabric implements Fabric {
    /// The name in configuration, endpoints and metrics.
    public static final String NAME = "tcp";

    private final TcpSettings settings;
    private final DataPort port;
    private final RegionTable regions = new RegionTable();
    private final Watchdog watchdog = new Watchdog("tcp-watchdog");
    private final PortDialer dialer;
    private final PeerSet<TcpPeer> peers = new PeerSet<>();
    private final LongAdder bytesRead = new LongAdder();
    private final AtomicBoolean closed = new AtomicBoolean();

    private TcpFabric(TcpSettings settings, DataPort port) {
        this.settings = settings;
        this.port = port;
        this.dialer = new PortDialer(watchdog, settings.socketBufferBytes());
    }

    /// Serves on `port`, which outlives the fabric and has no other `tcp` fabric.
    public static TcpFabric open(TcpSettings settings, DataPort port) {
        TcpFabric fabric = new TcpFabric(settings, port);
        port.serve(ConnectionKind.READ, connection -> {
            Sockets.sizeBuffers(connection.channel(), settings.socketBufferBytes());
            ReadServer.serve(connection, fabric.regions);
        });
        return fabric;
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
        return new FabricEndpoint(NAME, port.address().toString(), regions.descriptors());
    }

    @Override
    public FabricPeer connect(FabricEndpoint endpoint, long timeoutNanos) throws FabricException {
        if (!endpoint.fabric().equals(NAME)) {
            throw new FabricException("not an endpoint of tcp but of " + endpoint.fabric());
        }
        PortAddress address = PortAddress.parse(endpoint.address());
        List<SocketChannel> channels =
                dialer.dial(address, ConnectionKind.READ, settings.connectionsPerPeer(), timeoutNanos);
        TcpPeer peer = new TcpPeer(
                address.toString(),
                channels,
                new TcpPeer.Patience(watchdog, settings.graceNanos(), settings.busyNanos()),
                bytesRead::add,
                peers::remove);
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
        port.stop(ConnectionKind.READ);
        List<TcpPeer> rest = peers.close();
        rest.forEach(TcpPeer::close);
        rest.forEach(TcpPeer::join);
        watchdog.close();
    }
}
