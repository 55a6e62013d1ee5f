package io.forebay.server.node;

import io.forebay.gateway.resp.RespGateway;
import io.forebay.node.NodeStats;
import io.forebay.server.admin.AdminPages;
import io.forebay.server.admin.AdminServer;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Health;
import io.forebay.server.admin.RuntimeSwitch;
import io.forebay.server.explain.ExplainPage;
import io.forebay.server.metrics.Metrics;
import io.forebay.server.metrics.ProcessMetrics;
import io.forebay.server.page.EventsPage;
import io.forebay.server.page.History;
import io.forebay.server.page.HistoryPage;
import io.forebay.server.page.ProcessPage;
import io.forebay.server.page.Remembered;
import io.forebay.server.running.Closing;
import io.forebay.server.running.SelfDial;
import io.forebay.server.settings.NodeConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node's HTTP port.
final class NodeAdmin {
    /// What the pages tell of, besides the node itself.
    record Sources(Optional<RespGateway> resp, SelfDial dial) {}

    private NodeAdmin() {}

    /// Begins to answer. Pool and ports are open by then, so readiness is about the session alone; it is live as long
    /// as the
    /// process answers.
    ///
    /// @param closing ends what it began
    static void serve(AdminServer admin, NodeConfig config, NodeRun run, Sources sources, Closing closing) {
        StatsReader stats = run.stats();
        Metrics metrics = metrics(stats, sources);
        Health health = new Health()
                .condition("pool mapped", () -> true)
                .condition("ports open", () -> true)
                .condition("session open", run.node()::hasSession)
                .warnings(sources.dial()::warnings);
        ExplainPage explain = new ExplainPage("node", config.nodeId(), run.node()::recall, List::of);
        History history = closing.add("history", new History(metrics, System::currentTimeMillis));
        Remembered memory = new Remembered(run.node()::recall);
        Map<String, ApiPage> api = Map.of(
                "/api/node", new ProcessPage(about(config, run.identity()), health, metrics, memory),
                "/api/history", new HistoryPage(history.start()),
                "/api/events", new EventsPage("node", config.nodeId(), memory));
        Map<String, RuntimeSwitch> switches = Map.of("/drain", new DrainSwitch(run.node(), stats));
        Map<String, ApiPage> actions = Map.of("/drop", new DropPage(run.node()));
        admin.serve(new AdminPages(
                metrics, health, () -> status(config, run, stats.get()), explain, switches, actions, api));
    }

    private static Metrics metrics(StatsReader stats, Sources sources) {
        Metrics metrics = new Metrics();
        NodeMetrics.addTo(metrics, stats);
        sources.resp().ifPresent(gateway -> RespMetrics.addTo(metrics, gateway::stats));
        ProcessMetrics.addTo(metrics);
        return metrics;
    }

    private static ProcessPage.About about(NodeConfig config, NodeIdentity identity) {
        return new ProcessPage.About(
                "node",
                config.nodeId(),
                Map.of(
                        "boot", identity.boot(),
                        "control", identity.controlAddress(),
                        "http", identity.httpAddress(),
                        "master", config.masterAddress()),
                Map.of(
                        "eviction.high", config.eviction().high(),
                        "eviction.low", config.eviction().low()));
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
