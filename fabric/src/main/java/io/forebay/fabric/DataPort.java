package io.forebay.fabric;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The one listening socket of a process's data plane, shared by its backends: a handshake says which of them a
/// connection is for. One platform thread accepts, one serves each connection.
///
/// Whoever opens it closes it, after the fabrics that were opened with it. Nothing that a stranger sends makes it
/// allocate more than a connection's fixed buffers, nor ends anything but the stranger's own connection.
public final class DataPort implements AutoCloseable {
    private static final int BACKLOG = 256;
    private static final long ACCEPT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final PortSettings settings;
    private final ServerSocketChannel listener;
    private final PortAddress address;
    private final Watchdog watchdog;
    private final Thread acceptor;
    private final Map<ConnectionKind, Handler> handlers = new ConcurrentHashMap<>(new EnumMap<>(ConnectionKind.class));
    private final Set<ServedConnection> connections = ConcurrentHashMap.newKeySet();

    /// Serves one connection on its thread until the peer ends it.
    @FunctionalInterface
    interface Handler {
        void serve(ServedConnection connection) throws IOException;
    }

    private DataPort(PortSettings settings, ServerSocketChannel listener, PortAddress address) {
        this.settings = settings;
        this.listener = listener;
        this.address = address;
        this.watchdog = new Watchdog("data-port-sweep");
        this.acceptor = Threads.make("data-port-accept", this::acceptAll);
    }

    /// Listens from now on; connections are refused until a fabric is opened with this port.
    ///
    /// @param incarnation see [PortAddress]; a random number will do
    /// @throws FabricException when the address cannot be bound
    public static DataPort open(PortSettings settings, long incarnation) throws FabricException {
        try {
            ServerSocketChannel listener = ServerSocketChannel.open();
            try {
                listener.bind(new InetSocketAddress(settings.bindHost(), settings.port()), BACKLOG);
                int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
                PortAddress address = new PortAddress(settings.advertisedHost(), port, incarnation);
                DataPort opened = new DataPort(settings, listener, address);
                opened.start();
                return opened;
            } catch (IOException | RuntimeException e) {
                Sockets.close(listener);
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            throw new FabricException(
                    "cannot listen on " + settings.bindHost() + ":" + settings.port() + ": " + e.getMessage(), e);
        }
    }

    /// What peers connect to.
    public PortAddress address() {
        return address;
    }

    /// The address that it listens on.
    String bindHost() {
        return settings.bindHost();
    }

    /// Peers connected now, whatever for.
    public int connectionCount() {
        return connections.size();
    }

    /// From now on connections of this kind are welcome.
    void serve(ConnectionKind kind, Handler handler) {
        if (handlers.putIfAbsent(kind, handler) != null) {
            throw new IllegalStateException(kind + " is served on this port already");
        }
    }

    /// Ends all connections of this kind and waits until their threads have ended.
    void stop(ConnectionKind kind) {
        handlers.remove(kind);
        end(connections.stream().filter(each -> each.kind() == kind).toList());
    }

    @Override
    public void close() {
        Sockets.close(listener);
        Threads.join(acceptor);
        end(List.copyOf(connections));
        watchdog.close();
    }

    private static void end(List<ServedConnection> ending) {
        ending.forEach(ServedConnection::close);
        ending.forEach(ServedConnection::join);
    }

    private void start() {
        acceptor.start();
        sweepLater();
    }

    private void sweepLater() {
        watchdog.after(settings.stallNanos(), () -> {
            connections.forEach(ServedConnection::sweep);
            sweepLater();
        });
    }

    private void acceptAll() {
        while (listener.isOpen()) {
            try {
                admit(listener.accept());
            } catch (IOException e) {
                // Closed, or out of descriptors: the latter passes when connections end.
                LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
            }
        }
    }

    private void admit(SocketChannel channel) {
        if (connections.size() >= settings.maxConnections()) {
            Sockets.close(channel);
            return;
        }
        ServedConnection connection = new ServedConnection(channel);
        connections.add(connection);
        try {
            connection.start(Threads.make("data-port-serve", () -> run(connection)));
        } catch (OutOfMemoryError noThread) {
            connections.remove(connection);
            connection.close();
        }
    }

    private void run(ServedConnection connection) {
        try {
            Sockets.configure(connection.channel());
            Handler handler = greet(connection);
            if (handler != null) {
                connection.welcome();
                handler.serve(connection);
            }
        } catch (IOException ended) {
            // The other side hears of it by the end of the connection; this side has lost nothing.
        } finally {
            connection.close();
            connections.remove(connection);
        }
    }

    private @Nullable Handler greet(ServedConnection connection) throws IOException {
        Handshake.Question question = Handshake.readQuestion(connection.channel());
        ConnectionKind kind = ConnectionKind.of(question.kindCode());
        Handler handler = null;
        Handshake.Verdict verdict = Handshake.Verdict.NOT_SERVED;
        if (question.version() != Handshake.VERSION) {
            verdict = Handshake.Verdict.WRONG_VERSION;
        } else if (question.incarnation() != address.incarnation()) {
            verdict = Handshake.Verdict.OTHER_INCARNATION;
        } else if (kind != null) {
            // First the kind, then the handler: a stop() in between sees the one or hides the other.
            connection.become(kind);
            handler = handlers.get(kind);
            verdict = handler == null ? Handshake.Verdict.NOT_SERVED : Handshake.Verdict.WELCOME;
        }
        Handshake.answer(connection.channel(), verdict, address.incarnation());
        return handler;
    }
}
