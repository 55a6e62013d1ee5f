package io.forebay.fabric;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/// How every socket of the data plane is set: no delay, and keep-alive probes, so that a host which vanished ends its
/// connections within 25 s also when nothing is read.
final class Sockets {
    private static final int KEEPALIVE_IDLE_SECONDS = 10;
    private static final int KEEPALIVE_INTERVAL_SECONDS = 5;
    private static final int KEEPALIVE_PROBES = 3;

    private Sockets() {}

    static void configure(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEPALIVE_IDLE_SECONDS);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEPALIVE_INTERVAL_SECONDS);
        channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEPALIVE_PROBES);
    }

    /// @param bytes 0 leaves the sizes to the system
    static void sizeBuffers(SocketChannel channel, int bytes) throws IOException {
        if (bytes > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
        }
    }

    /// Closes without a complaint: what is closed here has failed already, or is no longer wanted.
    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException ignored) {
            // The descriptor is gone either way.
        }
    }
}
