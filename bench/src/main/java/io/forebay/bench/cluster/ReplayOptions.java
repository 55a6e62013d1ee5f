package io.forebay.bench.cluster;

import io.forebay.bench.replay.Chaos;
import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a replay on real processes is asked with.
///
/// @param mainClass of the `forebay` command, on this JVM's class path
/// @param nodes to start
/// @param master `host:port` of one that runs already; empty: one is started
/// @param fabric as the node's flag spells it
/// @param blockBytes of one block, padding aside
/// @param poolBytes of each node; empty: what the trace needs, within what there is
/// @param poolDirectory under which the pools lie
/// @param chaos what happens on the way
/// @param queryDeadline of every query
/// @param handoffDeadline of every barrier
/// @param logs where the processes' logs go and stay; empty: a temporary directory
public record ReplayOptions(
        String mainClass,
        int nodes,
        Optional<String> master,
        String fabric,
        long blockBytes,
        Optional<Long> poolBytes,
        Path poolDirectory,
        Optional<Chaos> chaos,
        Duration queryDeadline,
        Duration handoffDeadline,
        Optional<Path> logs) {
    public ReplayOptions {
        InvalidInput.unless(
                List.of("map", "tcp", "ucx", "auto").contains(fabric),
                "fabric",
                "is " + fabric + "; it must be map, tcp, ucx or auto");
        int checked = ClusterOptions.checkedNodes(nodes);
        chaos.ifPresent(plan -> plan.requireFits(checked));
        InvalidInput.unless(
                master.isEmpty() || chaos.isEmpty() || !chaos.get().meetsMaster(),
                "chaos",
                "meets the master, which is not this replay's: leave out --master");
    }
}
