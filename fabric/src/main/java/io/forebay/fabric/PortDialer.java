package io.forebay.fabric;

import java.io.IOException;
import java.nio.channels.SocketChannel;
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

    /// Connects and shakes hands. The time bounds both, but not the look-up of a host's name.
    SocketChannel dial(PortAddress address, ConnectionKind kind, long timeoutNanos) throws FabricException {
        AtomicBoolean late = new AtomicBoolean();
        try {
            SocketChannel channel = SocketChannel.open();
            Runnable disarm = watchdog.after(timeoutNanos, () -> {
                late.set(true);
                Sockets.close(channel);
            });
            try {
                Sockets.configure(channel);
                Sockets.sizeBuffers(channel, socketBufferBytes);
                channel.connect(address.resolve());
                Handshake.ask(channel, kind, address.incarnation());
                Handshake.readAnswer(channel, address);
            } catch (IOException | RuntimeException e) {
                Sockets.close(channel);
                throw e;
            } finally {
                disarm.run();
            }
            return channel;
        } catch (FabricException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            String why = late.get() ? "no answer in " + timeoutNanos / 1_000_000 + " ms" : e.getMessage();
            throw new FabricException("cannot connect to " + address + ": " + why, e);
        }
    }
}
