package io.forebay.core.instance;

import io.forebay.core.answer.Limits;

/// The name of one engine instance (all its ranks together) on its node. A restarted engine takes a new one.
public record InstanceId(String name) {
    public InstanceId {
        Limits.name("instance_id", name);
    }

    @Override
    public String toString() {
        return name;
    }
}
