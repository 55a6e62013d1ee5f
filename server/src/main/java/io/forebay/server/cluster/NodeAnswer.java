package io.forebay.server.cluster;

import io.forebay.core.catalogue.NodeStatus;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What became of asking one node for a page.
///
/// @param tree its JSON; null when there is none
/// @param error why there is none; empty when there is
record NodeAnswer(NodeStatus node, @Nullable JsonNode tree, String error) {
    static NodeAnswer failed(NodeStatus node, String error) {
        return new NodeAnswer(node, null, error);
    }

    String name() {
        return node.node().name();
    }
}
