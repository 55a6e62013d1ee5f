package io.forebay.client;

import io.forebay.core.engine.EngineProtocol;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.EngineChannel;

/// Reaches the node over gRPC. Each connection has a channel of its own, since a channel reconnects by itself:
/// kept beyond the registration's end, it could carry a request of the old registration to a restarted node.
public final class WireConnector implements EngineConnector {
    private final ChannelSettings settings;

    public WireConnector(ChannelSettings settings) {
        this.settings = settings;
    }

    /// The usual settings, with the options' time-out for calls.
    static WireConnector of(EngineOptions options) {
        return new WireConnector(ChannelSettings.defaults().withCallTimeoutNanos(options.callTimeoutNanos()));
    }

    @Override
    public EngineConnection connect(String address, Runnable lost) {
        EngineChannel channel = EngineChannel.connect(address, settings, (_, _, _) -> lost.run());
        return new EngineConnection() {
            @Override
            public EngineProtocol protocol() {
                return channel;
            }

            @Override
            public void close() {
                channel.close();
            }
        };
    }
}
