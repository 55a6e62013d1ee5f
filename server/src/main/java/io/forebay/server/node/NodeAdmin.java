package io.forebay.server.node;

import io.forebay.node.NodeStats;
import io.forebay.server.admin.AdminServer;
import io.forebay.server.admin.Health;
import io.forebay.server.metrics.Metrics;
import io.forebay.server.metrics.ProcessMetrics;
import io.forebay.server.settings.NodeConfig;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// A node's HTTP port.
final class NodeAdmin {
    private NodeAdmin() {}

    /// Opens it. Pool and ports are open by then, so readiness is about the session alone; it is live as long as the
    /// process answers.
    static AdminServer open(NodeConfig config, NodeRun run) throws IOException {
        StatsReader stats = run.stats();
        Metrics metrics = new Metrics();
        NodeMetrics.addTo(metrics, stats);
        ProcessMetrics.addTo(metrics);
        Health health = new Health()
                .condition("pool mapped", () -> true)
                .condition("ports open", () -> true)
                .condition("session open", run.node()::hasSession);
        return AdminServer.open(
                config.host().bind(), config.ports().http(), metrics, health, () -> status(config, run, stats.get()));
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
