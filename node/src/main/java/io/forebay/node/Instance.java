package io.forebay.node;

import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import io.forebay.memory.Pool;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// A registered engine instance. Its state belongs to [Instances].
final class Instance {
    final InstanceId id;
    final NamespaceBlocks blocks;
    final Layout layout;
    final Path lockPath;

    /// Open connections of each rank: a rank that reconnects may be here twice for a moment.
    final Map<Integer, Integer> connections = new HashMap<>();

    /// The NUMA node of each rank that has said one.
    final Map<Integer, Integer> numaNodes = new HashMap<>();

    Instance(InstanceId id, NamespaceBlocks blocks, Layout layout, Path lockPath) {
        this.id = id;
        this.blocks = blocks;
        this.layout = layout;
        this.lockPath = lockPath;
    }

    /// [Pool#ANYWHERE] if the rank has not said it.
    int numaNode(int rank) {
        return numaNodes.getOrDefault(rank, Pool.ANYWHERE);
    }
}
