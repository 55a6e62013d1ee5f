package io.forebay.server.master;

import io.forebay.core.catalogue.NodeStatus;
import io.forebay.gateway.events.ZmqFigures;
import io.forebay.server.admin.AdminPages;
import io.forebay.server.admin.AdminServer;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Health;
import io.forebay.server.cluster.ClusterEvents;
import io.forebay.server.cluster.ClusterExplain;
import io.forebay.server.cluster.ClusterHistory;
import io.forebay.server.cluster.ClusterPage;
import io.forebay.server.cluster.NamespacePages;
import io.forebay.server.cluster.NodeAsker;
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
import io.forebay.server.settings.MasterConfig;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// A master's HTTP port: its own pages, and those of the cluster.
final class MasterAdmin {
    /// What the pages tell of.
    record Sources(MasterLoop master, Supplier<ZmqFigures> published, SelfDial dial) {}

    private MasterAdmin() {}

    /// Begins to answer.
    ///
    /// @param control where it is reached, `host:port`
    /// @param closing ends what it began
    static void serve(AdminServer admin, String control, MasterConfig config, Sources sources, Closing closing) {
        MasterLoop master = sources.master();
        Metrics metrics = new Metrics();
        MasterMetrics.addTo(metrics, master::stats);
        ZmqMetrics.addTo(metrics, sources.published());
        ProcessMetrics.addTo(metrics);
        Health health = new Health().warnings(sources.dial()::warnings);
        ExplainPage explain = new ExplainPage("master", "", master::recall, () -> nodes(master));
        Remembered memory = new Remembered(master::recall);
        History history = closing.add("history", new History(metrics, System::currentTimeMillis));
        ProcessPage.About about = new ProcessPage.About(
                "master",
                "",
                Map.of("control", control, "http", config.host().address(admin.port())),
                Map.of("promotion.watermark", config.prefetch().watermark()));
        ApiPage own = new ProcessPage(about, health, metrics, memory);
        ApiPage events = new EventsPage("master", "", memory);
        NodeAsker asker = closing.add("page requests", new NodeAsker());
        Supplier<List<NodeStatus>> present = () -> master.stats().nodes();
        Map<String, ApiPage> api = new HashMap<>(new NamespacePages(master).pages());
        api.put("/api/node", own);
        api.put("/api/history", new HistoryPage(history.start()));
        api.put("/api/events", events);
        api.put("/api/cluster", new ClusterPage(own, present, asker));
        api.put("/api/cluster/history", new ClusterHistory(present, asker));
        api.put("/api/cluster/events", new ClusterEvents(events, present, asker));
        api.put("/api/cluster/explain", new ClusterExplain(explain, present, asker));
        admin.serve(new AdminPages(
                metrics,
                health,
                () -> status(control, master),
                explain,
                Map.of("/prefetch", new PrefetchSwitch(master)),
                Map.of(),
                api));
    }

    /// Whom to ask besides.
    private static List<Map<String, Object>> nodes(MasterLoop master) {
        return master.stats().nodes().stream()
                .map(node -> {
                    Map<String, Object> words = new LinkedHashMap<>();
                    words.put("node", node.node().name());
                    words.put("http", node.httpAddress());
                    words.put("visible", node.visible());
                    words.put("draining", node.draining());
                    words.put("silent_millis", TimeUnit.NANOSECONDS.toMillis(node.silentNanos()));
                    return words;
                })
                .toList();
    }

    private static Map<String, Object> status(String control, MasterLoop master) {
        MasterStats stats = master.stats();
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("role", "master");
        status.put("control", control);
        status.put("epoch", stats.epoch());
        status.put("blocks", stats.catalogue().blocks());
        status.put("replicas", stats.catalogue().replicas());
        status.put("replicas on SSD", stats.catalogue().onDisk());
        status.put("prefetch triggers", stats.prefetch().on() ? "heard" : "switched off");
        stats.nodes()
                .forEach(node -> status.put(
                        "node " + node.node(),
                        "%s, boot %d, %s, %d replicas, %d on SSD"
                                .formatted(
                                        node.address(),
                                        node.boot(),
                                        node.visible() ? "visible" : "silent",
                                        node.replicas(),
                                        node.onDisk())));
        return status;
    }
}
