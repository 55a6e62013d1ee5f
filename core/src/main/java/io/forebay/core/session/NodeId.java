package io.forebay.core.session;

import io.forebay.core.answer.Limits;

/// The name of a node, stable across its boots; chosen in its configuration.
public record NodeId(String name) {
    public NodeId {
        Limits.name("node_id", name);
    }

    @Override
    public String toString() {
        return name;
    }
}
