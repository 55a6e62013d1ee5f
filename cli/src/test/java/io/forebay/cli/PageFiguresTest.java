package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Every figure of the JSON behind the page is what `/metrics` says under the same name: of real processes, each figure
/// held between two scrapes, so that what moves meanwhile is held as well.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageFiguresTest {
    private static final List<String> NAMES = List.of("a", "b");

    private final HttpClient client = HttpClient.newHttpClient();
    private NodeProcesses nodes;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        nodes = new NodeProcesses(folder);
        for (String name : NAMES) {
            nodes.startNode(name, 60);
        }
        Prompts prompts = new Prompts(nodes);
        prompts.save("a", "shared", 0, 9);
        prompts.query("b", "shared", 11);
        prompts.query("a", "shared", 9);
    }

    @AfterAll
    void stop() {
        nodes.close();
        client.close();
    }

    private HttpResponse<String> get(String address, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode json(String address, String path) throws Exception {
        HttpResponse<String> response = get(address, path);
        assertEquals(200, response.statusCode(), response::body);
        return JsonMapper.shared().readTree(response.body());
    }

    private Map<String, Double> metrics(String address) throws Exception {
        Map<String, Double> metrics = new LinkedHashMap<>();
        get(address, "/metrics")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> {
                    int space = line.lastIndexOf(' ');
                    metrics.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
                });
        return metrics;
    }

    private static void assertBetween(Map<String, Double> before, JsonNode figures, Map<String, Double> after) {
        assertEquals(before.keySet(), Set.copyOf(figures.propertyNames()));
        before.forEach((name, earlier) -> {
            double later = after.getOrDefault(name, earlier);
            double told = figures.path(name).asDouble(Double.NaN);
            boolean moves = name.contains("_jvm_"); // the heap goes up and down between any two looks
            assertTrue(
                    moves || (Math.min(earlier, later) <= told && told <= Math.max(earlier, later)),
                    () -> name + " is " + told + ", its metric " + earlier + " before and " + later + " after");
        });
    }

    @Test
    void everyFigureOfAProcessEqualsItsMetric() throws Exception {
        for (String address : List.of(
                nodes.masterHttp(), nodes.member("a").http(), nodes.member("b").http())) {
            Map<String, Double> before = metrics(address);
            JsonNode node = json(address, "/api/node");
            assertBetween(before, node.path("figures"), metrics(address));
        }
        assertTrue(nodes.metric("b", "forebay_query_blocks_total{outcome=\"peer\"}") == 9, "there is something to see");
    }

    @Test
    void everySumOfTheClusterIsThatOfItsNodes() throws Exception {
        Map<String, Double> before = sums();
        JsonNode cluster = json(nodes.masterHttp(), "/api/cluster");
        assertBetween(before, cluster.path("sums"), sums());
        assertEquals(NAMES.size(), cluster.path("nodes").size());
        for (JsonNode node : cluster.path("nodes")) {
            assertEquals("up", node.path("state").asString(""), node::toString);
        }
    }

    private Map<String, Double> sums() throws Exception {
        Map<String, Double> sums = new LinkedHashMap<>();
        for (String name : NAMES) {
            metrics(nodes.member(name).http()).forEach((metric, value) -> sums.merge(metric, value, Double::sum));
        }
        return sums;
    }

    @Test
    void blocksOfAllNamespacesAreThoseOfTheCatalogue() throws Exception {
        long blocks = 0;
        for (JsonNode each : json(nodes.masterHttp(), "/api/namespaces").path("namespaces")) {
            blocks += each.path("blocks_in_memory").asLong(0);
        }
        assertEquals(9, blocks);
        assertEquals((double) blocks, nodes.masterMetric("forebay_catalogue_blocks"));
    }

    @Test
    void oneNamespaceIsToldByItsHoldersAndCopies() throws Exception {
        JsonNode first =
                json(nodes.masterHttp(), "/api/namespaces").path("namespaces").path(0);
        String query = "?model=" + first.path("model").asString("") + "&fingerprint="
                + first.path("fingerprint").asString("");
        JsonNode one = json(nodes.masterHttp(), "/api/namespace" + query);
        assertEquals(9, one.path("blocks_by_copies_in_memory").path("2").asInt(0), one::toString);
        assertEquals(2, one.path("holders").size());
        assertEquals(9, one.path("holders").path(1).path("blocks_in_memory").asInt(0));
        assertEquals(
                404,
                get(nodes.masterHttp(), "/api/namespace?model=none&fingerprint=f")
                        .statusCode());
        HttpResponse<String> wrong = get(nodes.masterHttp(), "/api/namespace?model=none");
        assertEquals(400, wrong.statusCode());
        assertTrue(wrong.body().contains("\"field\":\"fingerprint\""), wrong.body());
    }

    @Test
    void theHistoryEndsWhereTheMetricsAre() throws Exception {
        NodeProcesses.await("a sample of both nodes", () -> {
            JsonNode track = json(nodes.masterHttp(), "/api/cluster/history?window=5m");
            JsonNode resident = track.path("levels").path("forebay_blocks_resident");
            return resident.path(resident.size() - 1).asInt(0) == 18;
        });
        assertEquals(9, nodes.metric("a", "forebay_blocks_resident"));
        JsonNode hour = json(nodes.member("a").http(), "/api/history?window=1h");
        assertEquals(360, hour.path("levels").path("forebay_blocks_resident").size());
    }

    @Test
    void theMasterTellsWhatItsNodesRemember() throws Exception {
        JsonNode story = json(nodes.masterHttp(), "/api/cluster/explain?request=ask-0");
        List<JsonNode> who = List.copyOf(story.path("answers").valueStream().toList());
        assertEquals(3, who.size());
        assertTrue(story.toString().contains("request ask-0 of engine-b asks for 11 blocks"), story::toString);
        assertTrue(json(nodes.masterHttp(), "/api/cluster/events").toString().contains("opened a session"));
        assertEquals(400, get(nodes.masterHttp(), "/api/cluster/explain?key=x").statusCode());
        assertEquals(404, get(nodes.member("a").http(), "/api/cluster").statusCode());
    }
}
