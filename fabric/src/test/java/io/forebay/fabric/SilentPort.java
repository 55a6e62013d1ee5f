package io.forebay.fabric;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A data port that welcomes everybody and then neither reads nor writes, unless a test does with [#accepted].
final class SilentPort implements AutoCloseable {
    private static final long INCARNATION = 0x517;

    private final ServerSocketChannel listener;
    private final List<SocketChannel> accepted = new CopyOnWriteArrayList<>();

    SilentPort() throws IOException {
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread.ofPlatform().daemon().start(this::welcome);
    }

    PortAddress address() throws IOException {
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        return new PortAddress("127.0.0.1", port, INCARNATION);
    }

    /// The first connection, welcomed.
    SocketChannel accepted() {
        ThreadedRig.awaitWithin(() -> !accepted.isEmpty(), 10_000_000_000L, "a connection");
        return accepted.getFirst();
    }

    private void welcome() {
        try {
            while (true) {
                SocketChannel channel = listener.accept();
                Handshake.readQuestion(channel);
                Handshake.answer(channel, Handshake.Verdict.WELCOME, INCARNATION);
                accepted.add(channel);
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    @Override
    public void close() {
        Sockets.close(listener);
        accepted.forEach(Sockets::close);
    }
}
