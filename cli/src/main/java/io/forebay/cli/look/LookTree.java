package io.forebay.cli.look;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks as trees of words, numbers and truths, for programs.
public final class LookTree {
    private static final List<String> NODE_FIGURES = List.of(
            "uptime_seconds",
            "pool_used_bytes",
            "pool_capacity_bytes",
            "ssd_used_bytes",
            "ssd_capacity_bytes",
            "prefetch_buffer_used_bytes",
            "prefetch_buffer_capacity_bytes",
            "blocks_resident",
            "ssd_blocks",
            "fetch_open_breakers",
            "instances");
    private static final List<String> MASTER_FIGURES = List.of(
            "uptime_seconds",
            "catalogue_sessions",
            "catalogue_visible_nodes",
            "catalogue_blocks",
            "catalogue_replicas",
            "catalogue_replicas_on_ssd",
            "catalogue_warming",
            "prefetch_enabled",
            "promotion_tasks");

    private LookTree() {}

    /// What [LookText] says.
    public static Map<String, Object> of(ClusterLook look) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("at_millis", look.atMillis());
        tree.put("ok", look.problems().isEmpty());
        tree.put("problems", look.problems());
        tree.put("notes", look.notes());
        look.master().ifPresent(master -> tree.put("master", master(master)));
        tree.put("nodes", look.nodes().stream().map(LookTree::node).toList());
        return tree;
    }

    /// The same, with rates a second for each node that has them.
    public static Map<String, Object> of(ClusterLook then, ClusterLook now) {
        Map<String, Object> tree = of(now);
        Map<String, Object> rates = new LinkedHashMap<>();
        for (NodeLook node : now.nodes()) {
            then.nodes().stream()
                    .filter(before -> before.name().equals(node.name()))
                    .findFirst()
                    .flatMap(before -> Rates.between(before, node, now.atNanos() - then.atNanos()))
                    .ifPresent(each -> rates.put(node.name(), rates(each)));
        }
        tree.put("rates", rates);
        return tree;
    }

    private static Map<String, Object> master(MasterLook master) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("http", master.http());
        tree.put("answers", master.metrics().isPresent());
        put(tree, "problem", master.problem());
        tree.put("complaints", master.complaints());
        if (master.metrics().isPresent()) {
            MASTER_FIGURES.forEach(name -> tree.put(name, master.figure(name)));
        }
        return tree;
    }

    private static Map<String, Object> node(NodeLook node) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("node", node.name());
        tree.put("http", node.http());
        tree.put("state", node.state().words());
        Optional<Long> silent = node.known().map(NodeLook.Known::silentMillis).filter(millis -> millis >= 0);
        silent.ifPresent(millis -> tree.put("silent_millis", millis));
        put(tree, "problem", node.problem());
        tree.put("complaints", node.complaints());
        if (node.metrics().isPresent()) {
            NODE_FIGURES.forEach(name -> tree.put(name, node.figure(name)));
            QueryShares shares = QueryShares.of(node);
            Map<String, Object> blocks = new LinkedHashMap<>();
            blocks.put("all", shares.all());
            blocks.put("memory", shares.memory());
            blocks.put("buffer", shares.buffer());
            blocks.put("peer", shares.peer());
            blocks.put("ssd", shares.ssd());
            tree.put("query_blocks", blocks);
        }
        return tree;
    }

    private static Map<String, Object> rates(Rates rates) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("saved_bytes", rates.savedBytes());
        tree.put("fetched_bytes", rates.fetchedBytes());
        tree.put("ssd_read_bytes", rates.diskReadBytes());
        tree.put("ssd_written_bytes", rates.diskWrittenBytes());
        tree.put("prefetched_blocks", rates.prefetched());
        tree.put("query_blocks", rates.outcomes());
        return tree;
    }

    private static void put(Map<String, Object> tree, String name, String words) {
        if (!words.isEmpty()) {
            tree.put(name, words);
        }
    }
}
