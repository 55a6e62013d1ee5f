package io.forebay.wire;

import java.io.IOException;

/// A server on a loopback port, closed with the test.
final class Loopback implements AutoCloseable {
    static final long SECOND = 1_000_000_000L;
    static final long MILLISECOND = 1_000_000L;
    static final ChannelSettings PATIENT = ChannelSettings.defaults().withCallTimeoutNanos(60 * SECOND);

    final WireServer server;

    private Loopback(WireServer server) {
        this.server = server;
    }

    static Loopback serving(Services services) throws IOException {
        return new Loopback(WireServer.start(WireServerSettings.of("127.0.0.1", 0), services));
    }

    String address() {
        return "127.0.0.1:" + server.port();
    }

    @Override
    public void close() {
        server.close(0);
    }
}
