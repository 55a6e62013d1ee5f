package io.forebay.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The `/api/explain` pages of a cluster: the master's first, since it knows the nodes, then theirs side by side, each
/// within its time. One that does not answer is told with its error, and the rest counts.
final class ExplainPages {
    /// Pages asked at one time.
    private static final int SIDE_BY_SIDE = 16;

    private final HttpClient client;
    private final Duration timeout;
    private final @Nullable String master;
    private final List<String> nodes;

    /// @param master `host:port`; null: there is none to ask
    /// @param nodes `host:port` of each that is asked besides those that the master names
    ExplainPages(HttpClient client, Duration timeout, @Nullable String master, List<String> nodes) {
        this.client = client;
        this.timeout = timeout;
        this.master = master;
        this.nodes = nodes;
    }

    /// What one page said.
    ///
    /// @param source who, for people
    /// @param address its `host:port`; empty where it is not known
    /// @param tree its JSON; null when there is none
    /// @param error why there is none; empty when there is
    record Answer(String source, String address, @Nullable JsonNode tree, String error) {}

    /// @param field `key` or `request`
    ExplainStory ask(String field, String subject) {
        String query = field + "=" + URLEncoder.encode(subject, StandardCharsets.UTF_8);
        List<Answer> answers = new ArrayList<>();
        Map<String, String> byAddress = new LinkedHashMap<>();
        if (master != null) {
            Answer known = get("master", master, query);
            answers.add(known);
            if (known.tree() != null) {
                for (JsonNode node : known.tree().path("nodes")) {
                    name(node, byAddress, answers);
                }
            }
        }
        nodes.forEach(address -> byAddress.putIfAbsent(address, "node " + address));
        answers.addAll(getAll(byAddress, query));
        return new ExplainStory(field, subject, answers);
    }

    private static void name(JsonNode node, Map<String, String> byAddress, List<Answer> answers) {
        String source = "node " + node.path("node").asString("");
        String http = node.path("http").asString("");
        if (http.isEmpty()) {
            answers.add(new Answer(source, "", null, "the master does not know its HTTP address: give it with --node"));
        } else {
            byAddress.put(http, source);
        }
    }

    private List<Answer> getAll(Map<String, String> byAddress, String query) {
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
            byAddress.forEach((address, source) ->
                    asked.add(CompletableFuture.supplyAsync(() -> get(source, address, query), threads)));
        }
        return asked.stream().map(CompletableFuture::join).toList();
    }

    private Answer get(String source, String address, String query) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/api/explain?" + query))
                    .timeout(timeout)
                    .build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode tree = JsonMapper.shared().readTree(response.body());
            if (response.statusCode() != 200) {
                String error = tree.path("error").asString("HTTP status " + response.statusCode());
                return new Answer(source, address, null, error);
            }
            String name = tree.path("name").asString("");
            return new Answer(name.isEmpty() ? source : "node " + name, address, tree, "");
        } catch (IOException | JacksonException | IllegalArgumentException failed) {
            return new Answer(source, address, null, FailureLine.of(failed));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Answer(source, address, null, "interrupted");
        }
    }
}
