package io.forebay.bench.fault;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A TCP proxy that misbehaves on demand. It stands between two real processes; each direction has one fault at a time,
/// for the connections that are open and those to come, until the next [#inject].
///
/// Safe from any thread. Two threads a connection; [#close] ends them all.
public final class FaultProxy implements AutoCloseable {
    private static final int BACKLOG = 64;
    private static final int CONNECT_MILLIS = 5_000;

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final FaultSwitch towardsTarget = new FaultSwitch();
    private final FaultSwitch fromTarget = new FaultSwitch();
    private volatile boolean refusing;

    /// A direction of the bytes.
    public enum Direction {
        /// What the client sends.
        TOWARDS_TARGET,
        /// What the target answers.
        FROM_TARGET
    }

    private FaultProxy(InetSocketAddress target, ServerSocket listener) {
        this.target = target;
        this.listener = listener;
    }

    /// Forwards connections to a port of its own on the loopback device to `host:port`.
    public static FaultProxy open(String host, int port) throws IOException {
        ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        FaultProxy proxy = new FaultProxy(new InetSocketAddress(host, port), listener);
        Thread.ofVirtual().name("fault-proxy-accept").start(proxy::acceptAll);
        return proxy;
    }

    /// The port to connect to instead of the target's.
    public int port() {
        return listener.getLocalPort();
    }

    /// From now on the bytes of this direction meet `fault`; what hung or waited before goes on by it.
    public void inject(Direction direction, WireFault fault) {
        (direction == Direction.TOWARDS_TARGET ? towardsTarget : fromTarget).set(fault);
    }

    /// While true, connections are reset as soon as they are made; open ones stay.
    public void refuse(boolean now) {
        refusing = now;
    }

    /// Ends every open connection, as a restarted process does.
    public void cutAll() {
        sockets.forEach(FaultProxy::closeQuietly);
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (refusing) {
                    client.setSoLinger(true, 0);
                    client.close();
                } else {
                    forward(client);
                }
            } catch (IOException e) {
                // The client gave up, the target is away, or the proxy is closed; the loop's condition tells the last.
            }
        }
    }

    private void forward(Socket client) throws IOException {
        Socket server = new Socket();
        sockets.add(client);
        sockets.add(server);
        try {
            server.connect(target, CONNECT_MILLIS);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        } catch (IOException e) {
            end(client, server);
            throw e;
        }
        Thread.ofVirtual().name("fault-proxy-towards").start(() -> pump(client, server, towardsTarget));
        Thread.ofVirtual().name("fault-proxy-from").start(() -> pump(server, client, fromTarget));
    }

    private void pump(Socket from, Socket to, FaultSwitch faults) {
        byte[] buffer = new byte[64 << 10];
        try {
            while (faults.awaitReading()) {
                int count = from.getInputStream().read(buffer);
                int forwarded = count < 0 ? -1 : faults.treat(buffer, count);
                if (forwarded < 0) {
                    break;
                }
                to.getOutputStream().write(buffer, 0, forwarded);
            }
        } catch (IOException e) {
            // One side is gone: the other one hears.
        } finally {
            end(from, to);
        }
    }

    private void end(Socket one, Socket other) {
        closeQuietly(one);
        closeQuietly(other);
        sockets.remove(one);
        sockets.remove(other);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The descriptor is gone either way.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        towardsTarget.close();
        fromTarget.close();
        cutAll();
    }
}
