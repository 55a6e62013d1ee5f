package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.RegionDescriptor;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/// One-sided reads over UCX: RDMA where the host has it, else by messages of the owner's UCX thread ([UcxWay]).
///
/// Endpoint address: [PortAddress]; a connection to that port says the UCX worker's address, and its end that the
/// process is gone. A region's key: [UcxKey], or nothing where there are no gets. Generations are confirmed by the
/// owner's UCX thread behind the copy ([UcxFrames]), so neither its engine nor its node thread takes part in a read.
public final class UcxFabric implements Fabric {
    /// The name in configuration, endpoints and metrics.
    public static final String NAME = "ucx";

    /// Pinning a large pool takes seconds.
    private static final long REGISTER_SECONDS = 300;

    private final DataPort port;
    private final RegionTable regions = new RegionTable();
    private final Map<Integer, String> keys = new ConcurrentHashMap<>();
    private final Watchdog watchdog = new Watchdog("ucx-watchdog");
    private final PortDialer dialer = new PortDialer(watchdog, 0);
    private final PeerSet<UcxPeer> peers = new PeerSet<>();
    private final LongAdder bytesRead = new LongAdder();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final UcxWorker worker;
    private final UcxPeer.Ground ground;
    private final UcxWay way;

    private UcxFabric(UcxSettings settings, UcxWay way, DataPort port) throws FabricException {
        this.port = port;
        this.way = way;
        this.worker = new UcxWorker(settings, way, regions);
        this.ground = new UcxPeer.Ground(worker, watchdog, settings.graceNanos(), bytesRead::add);
    }

    /// Serves beside `port`, which outlives the fabric and has no other `ucx` fabric.
    ///
    /// @throws FabricException when libucp is missing or too old, or cannot work with these settings; the message
    ///     says what to do
    public static UcxFabric open(UcxSettings settings, DataPort port) throws FabricException {
        UcxWay way = UcxWay.of(RdmaDevices.areThere(), settings.transports());
        boolean anyDevice = way == UcxWay.MESSAGES && settings.devices().isEmpty();
        UcxSettings bound = anyDevice ? settings.with(BoundDevice.of(port.bindHost())) : settings;
        return open(bound, way, port);
    }

    /// Opens one that offers `way`, whatever the host has.
    static UcxFabric open(UcxSettings settings, UcxWay way, DataPort port) throws FabricException {
        UcxLibraryNative.load();
        UcxFabric fabric = new UcxFabric(settings, way, port);
        UcxGreeting greeting = new UcxGreeting(way, fabric.worker.context().address());
        fabric.worker.start();
        port.serve(ConnectionKind.UCX, greeting::serve);
        return fabric;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void register(LocalRegion region) throws FabricException {
        if (closed.get()) {
            throw new FabricException("this fabric is closed");
        }
        regions.add(region);
        keys.put(region.id(), way == UcxWay.GETS ? map(region) : "");
    }

    private String map(LocalRegion region) throws FabricException {
        CompletableFuture<String> mapped = new CompletableFuture<>();
        worker.order(() -> {
            try {
                mapped.complete(worker.context().map(region.segment()).toString());
            } catch (FabricException e) {
                mapped.completeExceptionally(e);
            }
        });
        return await(mapped);
    }

    private static String await(CompletableFuture<String> mapped) throws FabricException {
        try {
            return mapped.get(REGISTER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new FabricException("cannot register a region: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FabricException("interrupted while registering a region", e);
        }
    }

    @Override
    public FabricEndpoint endpoint() {
        List<RegionDescriptor> described = regions.descriptors().stream()
                .flatMap(region -> Optional.ofNullable(keys.get(region.id()))
                        .map(key -> new RegionDescriptor(region.id(), region.lengthBytes(), key))
                        .stream())
                .toList();
        return new FabricEndpoint(NAME, port.address().toString(), described);
    }

    /// Takes the regions of the endpoint; those registered later need a new connection.
    @Override
    public FabricPeer connect(FabricEndpoint endpoint, long timeoutNanos) throws FabricException {
        if (!endpoint.fabric().equals(NAME)) {
            throw new FabricException("not an endpoint of ucx but of " + endpoint.fabric());
        }
        long startNanos = System.nanoTime();
        PortAddress address = PortAddress.parse(endpoint.address());
        SocketChannel liveness =
                dialer.dial(address, ConnectionKind.UCX, 1, timeoutNanos).getFirst();
        try {
            UcxGreeting greeting = greeting(liveness, startNanos + timeoutNanos);
            UcxPeer.Remote remote = new UcxPeer.Remote(UcxWay.between(way, greeting.way()), endpoint.regions());
            UcxPeer peer = new UcxPeer(address.toString(), liveness, ground, remote, peers::remove);
            reach(peer, greeting.address(), startNanos + timeoutNanos);
            return peer;
        } catch (IOException e) {
            Sockets.close(liveness);
            throw new FabricException("cannot connect to " + address + ": " + e.getMessage(), e);
        }
    }

    private UcxGreeting greeting(SocketChannel channel, long deadlineNanos) throws IOException {
        Runnable disarm = watchdog.after(deadlineNanos - System.nanoTime(), () -> Sockets.close(channel));
        UcxGreeting greeting = UcxGreeting.read(channel);
        disarm.run();
        return greeting;
    }

    private void reach(UcxPeer peer, byte[] address, long deadlineNanos) throws FabricException {
        boolean added = peers.add(peer);
        peer.start(address);
        try {
            if (!added) {
                throw new FabricException("this fabric is closed");
            }
            peer.awaitReached(deadlineNanos - System.nanoTime());
        } catch (FabricException e) {
            peer.close();
            throw e;
        }
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
        port.stop(ConnectionKind.UCX);
        List<UcxPeer> rest = peers.close();
        rest.forEach(UcxPeer::close);
        worker.close();
        rest.forEach(UcxPeer::join);
        watchdog.close();
    }
}
