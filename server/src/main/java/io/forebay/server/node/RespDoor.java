package io.forebay.server.node;

import io.forebay.gateway.resp.RespGateway;
import io.forebay.memory.Pool;
import io.forebay.node.LocalDisk;
import io.forebay.node.Node;
import io.forebay.server.running.Closing;
import io.forebay.server.settings.NodeConfig;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A node's door for clients of Redis, where its settings open one.
final class RespDoor {
    private static final Logger LOG = LoggerFactory.getLogger(RespDoor.class);

    private RespDoor() {}

    /// Opens it.
    ///
    /// @param disk the foreign part of the node's SSD
    /// @throws IOException when its port or its certificate cannot be had
    static Optional<RespGateway> open(NodeConfig config, Node node, Pool pool, LocalDisk disk, Closing closing)
            throws IOException {
        if (config.resp().isEmpty()) {
            return Optional.empty();
        }
        RespGateway gateway =
                RespGateway.open(config.resp().get(), new RespGateway.Parts(pool, node.foreignRoom(), disk));
        closing.add("resp port", gateway);
        LOG.atInfo().addKeyValue("resp", address(config, gateway)).log("clients of Redis may come");
        return Optional.of(gateway);
    }

    /// `; resp host:port`, for people; empty without one.
    static String words(NodeConfig config, Optional<RespGateway> gateway) {
        return gateway.map(open -> "; resp " + address(config, open)).orElse("");
    }

    private static String address(NodeConfig config, RespGateway gateway) {
        return config.host().address(gateway.port());
    }
}
