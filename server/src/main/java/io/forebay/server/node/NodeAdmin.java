package io.forebay.server.node;

import io.forebay.node.NodeStats;
import io.forebay.server.admin.AdminPages;
import io.forebay.server.admin.AdminServer;
import io.forebay.server.admin.Health;
import io.forebay.server.explain.ExplainPage;
import io.forebay.server.metrics.Metrics;
import io.forebay.server.metrics.ProcessMetrics;
import io.forebay.server.running.SelfDial;
import io.forebay.server.settings.NodeConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A node's HTTP port.
final class NodeAdmin {
    private NodeAdmin() {}

    /// Begins to answer. Pool and ports are open by then, so readiness is about the session alone; it is live as long
    /// as the
    /// process answers.
    static void serve(AdminServer admin, NodeConfig config, NodeRun run, SelfDial dial) {
        StatsReader stats = run.stats();
        Metrics metrics = new Metrics();
        NodeMetrics.addTo(metrics, stats);
        ProcessMetrics.addTo(metrics);
        Health health = new Health()
                .condition("pool mapped", () -> true)
                .condition("ports open", () -> true)
                .condition("session open", run.node()::hasSession)
                .warnings(dial::warnings);
        ExplainPage explain = new ExplainPage("node", config.nodeId(), run.node()::recall, List::of);
        DrainSwitch drain = new DrainSwitch(run.node(), stats);
        admin.serve(new AdminPages(
                metrics, health, () -> status(config, run, stats.get()), explain, Map.of("/drain", drain)));
    }

    private static Map<String, Object> status(NodeConfig config, NodeRun run, NodeStats stats) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("role", "node");
        status.put("node", config.nodeId());
        status.put("boot", run.identity().boot());
        status.put("control", run.identity().controlAddress());
        status.put("master", config.masterAddress());
        stats.gauges().keySet().stream()
                .sorted()
                .forEach(name ->
                        status.put(name.replace('_', ' '), stats.gauges().getOrDefault(name, 0L)));
        return status;
    }
}
