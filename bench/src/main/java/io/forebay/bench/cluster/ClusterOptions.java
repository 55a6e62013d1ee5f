package io.forebay.bench.cluster;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.Layout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a cluster of processes is started with.
///
/// @param mainClass of the `forebay` command, on this JVM's class path
/// @param nodes to start, 1–64
/// @param layout of the engines' blocks
/// @param pool of each node
/// @param heap of each process, as a JVM's flag spells it: `512m`
/// @param fabric as the node's flag spells it: `map`, `tcp`, `auto`
/// @param poolParent under which a directory for the pools is made
/// @param logs a directory for the processes' logs, which stays; empty: a temporary one
/// @param master `host:port` of one that runs already; empty: one is started
/// @param flags further ones, as the commands take them
public record ClusterOptions(
        String mainClass,
        int nodes,
        Layout layout,
        PoolPlan pool,
        String heap,
        String fabric,
        Path poolParent,
        Optional<Path> logs,
        Optional<String> master,
        Flags flags) {
    /// Enough for a node with some 200,000 blocks.
    public static final String USUAL_HEAP = "512m";

    private static final int MAX_NODES = 64;

    /// Flags and their values.
    ///
    /// @param master of the master
    /// @param node of each node
    public record Flags(List<String> master, List<String> node) {
        /// None.
        public static final Flags NONE = new Flags(List.of(), List.of());
    }

    /// With the usual flags.
    public ClusterOptions(
            String mainClass,
            int nodes,
            Layout layout,
            PoolPlan pool,
            String heap,
            String fabric,
            Path poolParent,
            Optional<Path> logs,
            Optional<String> master) {
        this(mainClass, nodes, layout, pool, heap, fabric, poolParent, logs, master, Flags.NONE);
    }

    public ClusterOptions {
        checkedNodes(nodes);
    }

    /// `nodes`, if a cluster of so many can be started; else refused.
    public static int checkedNodes(int nodes) {
        InvalidInput.unless(
                nodes >= 1 && nodes <= MAX_NODES, "nodes", "is " + nodes + "; it must be from 1 to " + MAX_NODES);
        return nodes;
    }
}
