package io.forebay.server.cluster;

import io.forebay.core.catalogue.NodeStatus;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Parameters;
import io.forebay.server.page.Fresh;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `/api/cluster/events`: what has happened lately at the master and at its nodes, the latest first, each line with who
/// says it. Lines of different hosts are in the order of their clocks. Safe from any thread.
public final class ClusterEvents implements ApiPage {
    static final int MAX_LINES = 200;
    private static final Duration TIMEOUT = Duration.ofMillis(1_500);

    private final ApiPage own;
    private final Supplier<List<NodeStatus>> nodes;
    private final NodeAsker asker;
    private final Fresh<Map<String, Object>> last = new Fresh<>(TimeUnit.SECONDS.toNanos(1));

    /// @param own the master's own `/api/events`
    /// @param nodes with a session, now
    public ClusterEvents(ApiPage own, Supplier<List<NodeStatus>> nodes, NodeAsker asker) {
        this.own = own;
        this.nodes = nodes;
        this.asker = asker;
    }

    @Override
    public Reply answer(String query) {
        Parameters.of(query, Set.of());
        return Reply.ok(last.get(this::gather));
    }

    private Map<String, Object> gather() {
        List<Map<String, Object>> lines = new ArrayList<>();
        List<Map<String, Object>> without = new ArrayList<>();
        Reply ofMaster = own.answer("limit=" + MAX_LINES);
        add("master", JsonMapper.shared().valueToTree(ofMaster.body()), lines);
        for (NodeAnswer answer : asker.ask(nodes.get(), "/api/events?limit=" + MAX_LINES, TIMEOUT)) {
            if (answer.tree() == null) {
                without.add(Map.of("node", answer.name(), "error", answer.error()));
            } else {
                add(answer.name(), answer.tree(), lines);
            }
        }
        lines.sort(Comparator.comparing((Map<String, Object> line) -> (Long) line.getOrDefault("at_micros", 0L))
                .reversed());
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("events", lines.subList(0, Math.min(lines.size(), MAX_LINES)));
        tree.put("left_out", Math.max(0, lines.size() - MAX_LINES));
        tree.put("unanswered", without);
        return tree;
    }

    private static void add(String who, JsonNode tree, List<Map<String, Object>> lines) {
        for (JsonNode each : tree.path("events")) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("at_micros", each.path("at_micros").asLong(0));
            line.put("who", who);
            line.put("what", each.path("what").asString(""));
            line.put("text", each.path("text").asString(""));
            lines.add(line);
        }
    }
}
