package io.forebay.gateway.resp;

import io.forebay.memory.Pool;
import io.forebay.node.ForeignRoom;
import io.forebay.node.LocalDisk;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/// The RESP gateway of a node: opens a port, and keeps what clients set in the node's pool and on its SSD. All of it
/// runs on one thread of its own. [#open], [#stats] and [#close] may be called by any other thread.
public final class RespGateway implements AutoCloseable {
    private static final int LOW_WATER_BYTES = 256 << 10;
    private static final int HIGH_WATER_BYTES = 1 << 20;
    private static final int BACKLOG = 512;
    private static final long CHECK_MILLIS = 250;
    private static final int CHECKS_A_SECOND = 4;
    private static final int SWEPT_KEYS = 20_000;
    private static final long FLUSH_MILLIS = 3_000;
    private static final long FLUSH_LOOK_MILLIS = 20;
    private static final String TOO_MANY = "-ERR max number of clients reached\r\n";

    private final RespSettings settings;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final RespCounters counters = new RespCounters();
    private final PoolRoom room;
    private final DiskValues disk;
    private final Store store;
    private final IncomingBound incomingBound;
    private final Optional<SslContext> tls;
    private final Set<RespConnection> connections = new LinkedHashSet<>();
    private final Channel server;
    private final Session.Gate gate;
    private long ids;
    private long sweepAt;
    private int checks;

    /// What it stands on, all of which outlives it.
    ///
    /// @param disk the part of the node's SSD that is for foreign values
    public record Parts(Pool pool, ForeignRoom room, LocalDisk disk) {}

    private RespGateway(RespSettings settings, Parts parts, Optional<SslContext> tls) throws IOException {
        this.settings = settings;
        this.tls = tls;
        this.group = new MultiThreadIoEventLoopGroup(
                1, Thread.ofPlatform().name("forebay-resp").daemon(true).factory(), NioIoHandler.newFactory());
        this.loop = group.next();
        this.room = new PoolRoom(
                parts.pool(), parts.room(), this::handOver, settings.bounds().memoryBytes());
        this.disk = new DiskValues(parts.disk(), room, this::handOver, counters);
        this.store = new Store(room, disk, System::currentTimeMillis, settings, counters);
        this.incomingBound = new IncomingBound(settings.bounds().memoryBytes());
        try {
            this.server = bind();
        } catch (IOException | RuntimeException e) {
            Future<?> _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw e;
        }
        this.gate = new Session.Gate(
                store,
                new Commands(),
                counters,
                settings.access().password(),
                new ServerFacts(settings, counters, port(), System.nanoTime()));
    }

    /// Opens the port.
    ///
    /// @throws IOException when it cannot be had, or certificate and key cannot be read
    public static RespGateway open(RespSettings settings, Parts parts) throws IOException {
        RespGateway gateway = new RespGateway(settings, parts, tls(settings.access()));
        gateway.loop.execute(gateway::start);
        return gateway;
    }

    private static Optional<SslContext> tls(RespSettings.Access access) throws IOException {
        if (access.tls().isEmpty()) {
            return Optional.empty();
        }
        RespSettings.Tls files = access.tls().get();
        try {
            return Optional.of(SslContextBuilder.forServer(
                            files.certificate().toFile(), files.key().toFile())
                    .build());
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "resp.tls.certificate " + files.certificate() + " or resp.tls.key " + files.key()
                            + " cannot be read: " + e.getMessage(),
                    e);
        }
    }

    private void handOver(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException closed) {
            // Nobody is left to hear; the pool goes as a whole.
        }
    }

    private Channel bind() throws IOException {
        InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(LOW_WATER_BYTES, HIGH_WATER_BYTES))
                .childHandler(new Opening());
        io.netty.channel.ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + settings.host() + ":" + settings.port() + ": "
                            + bound.cause().getMessage() + " (the setting is resp.port)",
                    bound.cause());
        }
        return bound.channel();
    }

    private void start() {
        server.config().setAutoRead(true);
        Future<?> _ = loop.scheduleWithFixedDelay(this::check, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
        learn();
    }

    /// Gets to know the keys that were there at the start, one after the other.
    private void learn() {
        disk.readNext(label -> {
            store.learn(label);
            learn();
        });
    }

    private void check() {
        long now = System.nanoTime();
        List.copyOf(connections).forEach(each -> each.check(now));
        if (++checks % CHECKS_A_SECOND == 0) {
            room.tidy();
            disk.retry();
            sweepAt = store.sweep(sweepAt, SWEPT_KEYS);
            learn();
        }
        counters.keys.set(store.size());
        counters.usedBytes.set(room.usedBytes());
    }

    /// Takes connections in.
    private final class Opening extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            if (connections.size() >= settings.bounds().connections()) {
                counters.count(RespCounters.Refusal.CONNECTIONS);
                channel.writeAndFlush(Unpooled.copiedBuffer(TOO_MANY, StandardCharsets.US_ASCII))
                        .addListener(ChannelFutureListener.CLOSE);
                return;
            }
            tls.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
            RespConnection connection = new RespConnection(channel, ++ids, gate, incomingBound, tls.isPresent());
            channel.pipeline().addLast(connection);
            connections.add(connection);
            counters.connected.increment();
            counters.connections.set(connections.size());
            channel.closeFuture().addListener(closed -> {
                connections.remove(connection);
                counters.connections.set(connections.size());
            });
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            Future<?> _ = context.close();
        }
    }

    /// The port that clients connect to.
    public int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    /// The figures of this moment.
    public RespStats stats() {
        return counters.stats();
    }

    /// Ends all connections, gives what is to be written to SSD some time for it, and gives the pool back what it has;
    /// within 5 s.
    @Override
    public void close() {
        CountDownLatch done = new CountDownLatch(1);
        handOver(() -> {
            Future<?> _ = server.close();
            List.copyOf(connections).forEach(RespConnection::end);
            flush(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FLUSH_MILLIS), done);
        });
        try {
            if (done.await(FLUSH_MILLIS + 1_000, TimeUnit.MILLISECONDS)) {
                group.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(1_000, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Future<?> _ = group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
    }

    private void flush(long untilNanos, CountDownLatch done) {
        disk.retry();
        if (disk.isClean() || System.nanoTime() > untilNanos) {
            store.close();
            done.countDown();
        } else {
            Future<?> _ = loop.schedule(() -> flush(untilNanos, done), FLUSH_LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
