package io.forebay.cli.look;

import io.forebay.bench.page.MetricsPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Looks at a cluster: the master's pages first, since it knows the nodes, then theirs side by side, each within the
/// reader's time. Who does not answer is told with the reason, and the rest counts.
public final class ClusterReader {
    private static final int SIDE_BY_SIDE = 16;
    private static final String READY = "/health/ready";

    /// Any question has the master name its nodes.
    private static final String NODES = "/api/explain?request=status";

    private final PageReader pages;
    private final Optional<String> master;
    private final List<String> others;

    /// @param master `host:port`; empty: none is asked
    /// @param others `host:port` of nodes that are asked besides those that the master names
    public ClusterReader(PageReader pages, Optional<String> master, List<String> others) {
        this.pages = pages;
        this.master = master;
        this.others = List.copyOf(others);
    }

    private record Named(String name, String http, Optional<NodeLook.Known> known) {}

    /// Looks once.
    public ClusterLook look() {
        Optional<MasterLook> looked = master.map(this::master);
        Map<String, Named> named = new LinkedHashMap<>();
        if (looked.isPresent() && looked.get().metrics().isPresent()) {
            for (Named each : nodesOf(looked.get().http())) {
                named.put(each.http().isEmpty() ? each.name() : each.http(), each);
            }
        }
        others.forEach(address -> named.putIfAbsent(address, new Named(address, address, Optional.empty())));
        List<CompletableFuture<NodeLook>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
            named.values().forEach(each -> asked.add(CompletableFuture.supplyAsync(() -> node(each), threads)));
        }
        List<NodeLook> nodes = asked.stream().map(CompletableFuture::join).toList();
        return new ClusterLook(System.nanoTime(), System.currentTimeMillis(), looked, nodes);
    }

    private MasterLook master(String address) {
        try {
            MetricsPage metrics = metrics(address);
            if (metrics.samples().stream().noneMatch(sample -> sample.name().equals("catalogue_epoch"))) {
                return new MasterLook(address, Optional.empty(), List.of(), "what answers there is no master");
            }
            return new MasterLook(address, Optional.of(metrics), complaints(address), "");
        } catch (IOException away) {
            return new MasterLook(address, Optional.empty(), List.of(), String.valueOf(away.getMessage()));
        }
    }

    private MetricsPage metrics(String address) throws IOException {
        PageReader.Page page = pages.get(address, "/metrics");
        if (page.status() != 200) {
            throw new IOException("HTTP status " + page.status());
        }
        return MetricsPage.parse(page.body());
    }

    private List<Named> nodesOf(String address) {
        List<Named> named = new ArrayList<>();
        try {
            JsonNode tree =
                    JsonMapper.shared().readTree(pages.get(address, NODES).body());
            for (JsonNode node : tree.path("nodes")) {
                NodeLook.Known known = new NodeLook.Known(
                        node.path("visible").asBoolean(true),
                        node.path("silent_millis").asLong(-1),
                        node.path("draining").asBoolean(false));
                named.add(new Named(
                        node.path("node").asString("?"), node.path("http").asString(""), Optional.of(known)));
            }
        } catch (IOException | JacksonException away) {
            return List.of();
        }
        return named;
    }

    private NodeLook node(Named named) {
        if (named.http().isEmpty()) {
            String problem = "the master does not know its HTTP address: give it with --node";
            return new NodeLook(named.name(), "", named.known(), Optional.empty(), List.of(), problem);
        }
        try {
            MetricsPage metrics = metrics(named.http());
            return new NodeLook(
                    named.name(), named.http(), named.known(), Optional.of(metrics), complaints(named.http()), "");
        } catch (IOException away) {
            return new NodeLook(
                    named.name(),
                    named.http(),
                    named.known(),
                    Optional.empty(),
                    List.of(),
                    String.valueOf(away.getMessage()));
        }
    }

    private List<String> complaints(String address) throws IOException {
        List<String> complaints = new ArrayList<>();
        try {
            JsonNode tree =
                    JsonMapper.shared().readTree(pages.get(address, READY).body());
            for (Map.Entry<String, JsonNode> condition : tree.path("conditions").properties()) {
                if (!condition.getValue().asBoolean(true)) {
                    complaints.add("is not ready: not '" + condition.getKey() + "'");
                }
            }
            for (JsonNode warning : tree.path("warnings")) {
                complaints.add("tells others where it does not reach itself: " + warning.asString(""));
            }
        } catch (JacksonException unreadable) {
            throw new IOException("its readiness is no JSON", unreadable);
        }
        return complaints;
    }
}
