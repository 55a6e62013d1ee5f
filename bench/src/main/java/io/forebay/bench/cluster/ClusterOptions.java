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
/// @param ssd of each node; empty: none
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
        Flags flags,
        Optional<SsdPlan> ssd) {
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

    /// An SSD for each node.
    ///
    /// @param parent under which each node has a directory of its own, of its name; deleted by whoever made it
    /// @param sizeBytes that a node may take of it
    public record SsdPlan(Path parent, long sizeBytes) {
        List<String> flags(String node) {
            return List.of("--ssd-directories", parent.resolve(node).toString(), "--ssd-size", sizeBytes + "B");
        }
    }

    /// Without an SSD of its own.
    public ClusterOptions(
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
        this(mainClass, nodes, layout, pool, heap, fabric, poolParent, logs, master, flags, Optional.empty());
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
