package io.forebay.wire;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A process's gRPC server: the protocols of `core` that it serves, on one port.
///
/// Decoding runs on Netty's threads, encoding on the server's own; all of them are daemons. Safe from any thread.
public final class WireServer {
    private static final long MIN_CLIENT_KEEP_ALIVE_SECONDS = 5;
    private static final long GRACE_NANOS = 500_000_000L;

    private final Server server;
    private final ExecutorService encoders;
    private final CallCount count;
    private final @Nullable Registrations registrations;
    private final @Nullable LedgerCalls ledgers;
    private final @Nullable EventCalls events;

    private WireServer(WireServerSettings settings, Services services) {
        QuietLogs.apply();
        encoders = DaemonThreads.pool("forebay-wire-encoder", settings.encoderThreads());
        count = new CallCount();
        Replies replies = new Replies(encoders, settings.maxReplyBytes(), settings.defaultTimeoutNanos());
        registrations = services.engine() == null ? null : new Registrations(services.engine());
        ledgers = services.master() == null ? null : new LedgerCalls(services.master(), replies, count);
        events = services.events() == null ? null : new EventCalls(services.events(), replies);
        List<BindableService> all = new ArrayList<>();
        if (services.engine() != null && registrations != null) {
            all.add(new EngineService(services.engine(), registrations, replies));
        }
        if (services.peer() != null) {
            all.add(new PeerService(services.peer(), replies));
        }
        if (services.master() != null && ledgers != null) {
            all.add(new MasterService(services.master(), services.promotions(), ledgers, replies));
        }
        if (services.router() != null) {
            all.add(new RouterService(services.router(), events, replies));
        }
        server = build(settings, all);
    }

    private Server build(WireServerSettings settings, List<BindableService> services) {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(
                        new InetSocketAddress(settings.bindHost(), settings.port()))
                .directExecutor()
                .maxInboundMessageSize(settings.maxRequestBytes())
                .maxConcurrentCallsPerConnection(settings.maxCallsPerConnection())
                .keepAliveTime(settings.keepAliveNanos(), TimeUnit.NANOSECONDS)
                .keepAliveTimeout(settings.keepAliveTimeoutNanos(), TimeUnit.NANOSECONDS)
                .permitKeepAliveTime(MIN_CLIENT_KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true);
        for (BindableService service : services) {
            builder.addService(ServerInterceptors.intercept(BadInputGuard.around(service.bindService()), count));
        }
        return builder.build();
    }

    /// A server that listens. Throws an [IOException] that names host and port when it cannot.
    public static WireServer start(WireServerSettings settings, Services services) throws IOException {
        WireServer wire = new WireServer(settings, services);
        try {
            wire.server.start();
            return wire;
        } catch (IOException e) {
            wire.encoders.shutdownNow();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    "cannot listen on " + settings.bindHost() + ":" + settings.port() + ": " + cause.getMessage(), e);
        }
    }

    /// The port it listens on.
    public int port() {
        return server.getPort();
    }

    /// Stops accepting, lets the calls in flight finish for at most `timeoutNanos`, then ends the streams (each rank
    /// is deregistered) and whatever is left. Returns within `timeoutNanos` and half a second. May be repeated.
    public void close(long timeoutNanos) {
        server.shutdown();
        try {
            count.awaitIdle(timeoutNanos);
            closeStreams();
            if (!server.awaitTermination(GRACE_NANOS / 2, TimeUnit.NANOSECONDS)) {
                server.shutdownNow();
                server.awaitTermination(GRACE_NANOS / 2, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            closeStreams();
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            encoders.shutdownNow();
        }
    }

    private void closeStreams() {
        if (registrations != null) {
            registrations.close();
        }
        if (ledgers != null) {
            ledgers.close();
        }
        if (events != null) {
            events.close();
        }
    }
}
