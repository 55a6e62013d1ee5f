package io.forebay.server.node;

import io.forebay.core.peer.PeerProtocol;
import io.forebay.node.PeerDialer;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.PeerChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/// Dials peers over gRPC. Closing a channel may take a moment, so it is done on an executor. Safe from any thread.
final class ChannelDialer implements PeerDialer, AutoCloseable {
    private final ChannelSettings settings;
    private final Executor closer;
    private final Set<PeerChannel> open = ConcurrentHashMap.newKeySet();

    ChannelDialer(ChannelSettings settings, Executor closer) {
        this.settings = settings;
        this.closer = closer;
    }

    @Override
    public PeerProtocol dial(String address) {
        PeerChannel channel = PeerChannel.connect(address, settings);
        open.add(channel);
        return channel;
    }

    @Override
    public void hangUp(PeerProtocol connection) {
        if (connection instanceof PeerChannel channel && open.remove(channel)) {
            closer.execute(channel::close);
        }
    }

    /// Closes what nobody hung up.
    @Override
    public void close() {
        open.forEach(PeerChannel::close);
        open.clear();
    }
}
