package io.forebay.bench.router;

import io.forebay.bench.cluster.ClusterOptions;
import io.forebay.core.answer.InvalidInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a replay with a router on real processes is asked with. A value out of its range is refused under the name of
/// its option.
///
/// @param mainClass of the `forebay` command, on this JVM's class path
/// @param nodes to start in each mode
/// @param fabric as the node's flag spells it
/// @param settings how the trace is played
/// @param modes one after the other, each on a fresh cluster
/// @param dramBytes of each node, the buffer included; empty: a tenth of the trace's blocks, over all nodes
/// @param poolDirectory under which the pools lie
/// @param ssdDirectory under which the nodes' SSD directories lie while a mode is played; on a real file system
/// @param logs where the processes' logs go and stay, a directory for each mode; empty: a temporary one
public record RouterReplayOptions(
        String mainClass,
        int nodes,
        String fabric,
        RouterSettings settings,
        List<RouterMode> modes,
        Optional<Long> dramBytes,
        Path poolDirectory,
        Path ssdDirectory,
        Optional<Path> logs) {
    public RouterReplayOptions {
        modes = List.copyOf(modes);
        InvalidInput.unless(
                List.of("map", "tcp", "ucx", "auto").contains(fabric),
                "fabric",
                "is " + fabric + "; it must be map, tcp, ucx or auto");
        ClusterOptions.checkedNodes(nodes);
        InvalidInput.unless(!modes.isEmpty(), "modes", "is empty");
        InvalidInput.unless(
                modes.stream().noneMatch(RouterMode::hasSsd) || Files.isDirectory(ssdDirectory),
                "ssd-directory",
                "is " + ssdDirectory + ", which is no directory");
    }
}
