package io.forebay.fabric;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Connects to a peer's data port.
final class PortDialer {
    private final Watchdog watchdog;
    private final int socketBufferBytes;

    /// @param socketBufferBytes 0 leaves it to the system
    PortDialer(Watchdog watchdog, int socketBufferBytes) {
        this.watchdog = watchdog;
        this.socketBufferBytes = socketBufferBytes;
    }

    /// Opens `count` connections and shakes hands on each; all or none. The time bounds everything but the look-up of
    /// a host's name.
    List<SocketChannel> dial(PortAddress address, ConnectionKind kind, int count, long timeoutNanos)
            throws FabricException {
        List<SocketChannel> channels = new ArrayList<>(count);
        AtomicBoolean late = new AtomicBoolean();
        try {
            for (int i = 0; i < count; i++) {
                channels.add(SocketChannel.open());
            }
            List<SocketChannel> all = List.copyOf(channels);
            Runnable disarm = watchdog.after(timeoutNanos, () -> {
                late.set(true);
                all.forEach(Sockets::close);
            });
            for (SocketChannel channel : all) {
                greet(channel, address, kind);
            }
            disarm.run();
            return all;
        } catch (IOException | RuntimeException e) {
            channels.forEach(Sockets::close);
            String why = late.get() ? "no answer in " + timeoutNanos / 1_000_000 + " ms" : e.getMessage();
            throw new FabricException("cannot connect to " + address + ": " + why, e);
        }
    }

    private void greet(SocketChannel channel, PortAddress address, ConnectionKind kind) throws IOException {
        Sockets.configure(channel);
        Sockets.sizeBuffers(channel, socketBufferBytes);
        channel.connect(address.resolve());
        Handshake.ask(channel, kind, address.incarnation());
        Handshake.readAnswer(channel, address);
    }
}
