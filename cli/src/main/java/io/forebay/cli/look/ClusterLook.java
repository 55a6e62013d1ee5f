package io.forebay.cli.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A cluster at one moment, and what is wrong with it.
///
/// @param atNanos when, on the looker's clock for differences
/// @param atMillis when, since the epoch
/// @param master empty: none was asked
/// @param nodes those that the master names, and those that were named to the looker
public record ClusterLook(long atNanos, long atMillis, Optional<MasterLook> master, List<NodeLook> nodes) {
    public ClusterLook {
        nodes = List.copyOf(nodes);
    }

    /// What an operator has to do something about, the worst first; empty when all is well.
    public List<String> problems() {
        List<String> found = new ArrayList<>();
        master.filter(look -> look.metrics().isEmpty())
                .ifPresent(look ->
                        found.add("the master at " + look.http() + " does not answer (" + look.problem() + ")"));
        master.ifPresent(look -> look.complaints().forEach(complaint -> found.add("the master " + complaint)));
        if (nodes.isEmpty() && found.isEmpty()) {
            found.add("the master knows no node: start one with --master-address");
        }
        nodes.forEach(node -> absent(node, found));
        nodes.forEach(node -> sick(node, found));
        return found;
    }

    private static void absent(NodeLook node, List<String> found) {
        if (node.metrics().isEmpty()) {
            String silent = node.isSilent() ? "; the master does not hear it, either" : "";
            found.add("node " + node.name() + " does not answer (" + node.problem() + ")" + silent);
        } else if (node.isSilent()) {
            found.add("node " + node.name() + " answers, but the master has not heard of it lately");
        }
    }

    private static void sick(NodeLook node, List<String> found) {
        node.complaints().forEach(complaint -> found.add("node " + node.name() + " " + complaint));
        problem(node, "fetch_open_breakers", "peers fail it, and are not asked freely", found);
        problem(node, "ssd_directories_failing", "of its SSD directories fail, and are left alone", found);
    }

    private static void problem(NodeLook node, String figure, String words, List<String> found) {
        long count = node.figure(figure);
        if (count > 0) {
            found.add("node " + node.name() + ": " + count + " " + words);
        }
    }

    /// What is worth knowing and may be well: a start, an intention, or something of the past.
    public List<String> notes() {
        List<String> found = new ArrayList<>();
        master.ifPresent(look -> {
            if (look.figure("catalogue_warming") > 0) {
                found.add("the master is warming: it may not have heard of every block");
            }
            note("the master", look.figure("master_restarts_total"), "times its catalogue started over", found);
        });
        for (NodeLook node : nodes) {
            String name = "node " + node.name();
            if (node.figure("node_draining") > 0) {
                found.add(name + " is drained: it takes no saves");
            }
            note(name, node.figure("loop_errors_total"), "requests met an error of our own: see its log", found);
            note(name, node.figure("suspects_corrupt_total"), "blocks in its memory were found damaged", found);
            note(name, node.figure("ssd_blocks_corrupt_total"), "blocks on its SSD were found damaged", found);
            note(name, node.figure("ssd_io_errors_total"), "errors of its SSDs", found);
            note(name, node.figure("ssd_full_total"), "times its file system had less room than it may take", found);
        }
        return found;
    }

    private static void note(String who, long count, String words, List<String> found) {
        if (count > 0) {
            found.add(who + ": " + count + " " + words + ", since its start");
        }
    }
}
