package io.forebay.server.cluster;

import io.forebay.core.catalogue.NodeStatus;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Parameters;
import io.forebay.server.page.Fresh;
import io.forebay.server.page.Track;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// `/api/cluster`: the master as it is now, every node as it says itself, and the sums of their figures. Whoever looks
/// within a second of another gets the same answer. Safe from any thread.
public final class ClusterPage implements ApiPage {
    private static final Duration TIMEOUT = Duration.ofMillis(1_500);

    private final ApiPage own;
    private final Supplier<List<NodeStatus>> nodes;
    private final NodeAsker asker;
    private final Roster roster = new Roster();
    private final Fresh<Map<String, @Nullable Object>> last = new Fresh<>(TimeUnit.SECONDS.toNanos(1));

    /// @param own the master's own `/api/node`
    /// @param nodes with a session, now
    public ClusterPage(ApiPage own, Supplier<List<NodeStatus>> nodes, NodeAsker asker) {
        this.own = own;
        this.nodes = nodes;
        this.asker = asker;
    }

    @Override
    public Reply answer(String query) {
        Parameters.of(query, Set.of());
        return Reply.ok(last.get(this::gather));
    }

    private Map<String, @Nullable Object> gather() {
        List<NodeStatus> present = nodes.get();
        List<NodeAnswer> answers = asker.ask(present, "/api/node", TIMEOUT);
        List<Map<String, @Nullable Object>> told = new ArrayList<>();
        answers.forEach(answer -> told.add(tree(answer)));
        roster.lost(present, System.nanoTime()).forEach(lost -> told.add(tree(lost)));
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("at_millis", System.currentTimeMillis());
        tree.put("master", own.answer("").body());
        tree.put("nodes", told);
        tree.put("sums", sums(answers));
        return tree;
    }

    private static Map<String, @Nullable Object> tree(NodeAnswer answer) {
        boolean answers = answer.tree() != null;
        NodeStatus node = answer.node();
        Map<String, @Nullable Object> tree = words(node);
        tree.put("state", !node.visible() ? "silent" : answers ? "up" : "unanswered");
        tree.put("silent_millis", TimeUnit.NANOSECONDS.toMillis(node.silentNanos()));
        tree.put("replicas", node.replicas());
        tree.put("replicas_on_ssd", node.onDisk());
        tree.put("error", answers ? null : answer.error());
        tree.put("report", answer.tree());
        return tree;
    }

    private static Map<String, @Nullable Object> tree(Roster.Lost lost) {
        Map<String, @Nullable Object> tree = words(lost.node());
        long agoMillis = TimeUnit.NANOSECONDS.toMillis(lost.agoNanos());
        tree.put("state", "lost");
        tree.put(
                "silent_millis",
                agoMillis + TimeUnit.NANOSECONDS.toMillis(lost.node().silentNanos()));
        tree.put("replicas", 0);
        tree.put("replicas_on_ssd", 0);
        tree.put("error", "it has no session any more");
        tree.put("report", null);
        return tree;
    }

    private static Map<String, @Nullable Object> words(NodeStatus node) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("node", node.node().name());
        tree.put("http", node.httpAddress());
        tree.put("control", node.address());
        tree.put("boot", node.boot());
        return tree;
    }

    /// Over the nodes that answered.
    private static Map<String, @Nullable Number> sums(List<NodeAnswer> answers) {
        Map<String, Double> sums = new TreeMap<>();
        for (NodeAnswer answer : answers) {
            JsonNode tree = answer.tree();
            if (tree != null) {
                tree.path("figures")
                        .properties()
                        .forEach(each ->
                                sums.merge(each.getKey(), each.getValue().asDouble(0), Double::sum));
            }
        }
        Map<String, @Nullable Number> numbers = new LinkedHashMap<>();
        sums.forEach((name, sum) -> numbers.put(name, Track.number(sum)));
        return numbers;
    }
}
