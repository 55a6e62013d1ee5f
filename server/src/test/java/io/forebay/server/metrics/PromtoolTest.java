package io.forebay.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.server.Standalone;
import io.forebay.server.running.Endpoints;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a scraper of a running master and node gets, judged by Prometheus's own linter.
@Timeout(60)
final class PromtoolTest {
    /// Every label there is. None of them has a value for each peer, request or block: their number would have no
    /// bound. A host has few NUMA nodes.
    private static final Set<String> LABELS = Set.of(
            "outcome", "end", "cause", "reason", "fabric", "collector", "numa_node", "source", "state", "status");

    private static final Pattern LABEL = Pattern.compile("[{,](\\w+)=\"");

    @TempDir
    Path folder = Path.of("");

    @Test
    void promtoolFindsNothingToSayAndNoLabelIsUnbounded() throws Exception {
        try (Standalone standalone = start()) {
            for (Endpoints endpoint : standalone.endpoints()) {
                String scraped = scrape(endpoint);
                assertTrue(scraped.contains("# TYPE forebay_uptime_seconds gauge"), scraped);
                assertEquals("", promtool(scraped), endpoint.role());
                Set<String> labels = new TreeSet<>();
                Matcher matcher = LABEL.matcher(scraped);
                while (matcher.find()) {
                    labels.add(matcher.group(1));
                }
                labels.removeAll(LABELS);
                assertEquals(Set.of(), labels, endpoint.role());
            }
        }
    }

    private Standalone start() throws Exception {
        Map<String, String> flags = Map.of(
                "node.id", "metrics test",
                "state.directory", folder.toString(),
                "pool.directory", folder.toString(),
                "pool.size", "4MiB",
                "control.port", "0",
                "data.port", "0",
                "http.port", "0",
                "master.control.port", "0",
                "master.http.port", "0");
        var settings = SettingsReader.read(Role.STANDALONE, Map.of(), Optional.empty(), Map.of(), flags);
        return Standalone.start(MasterConfig.of(settings), NodeConfig.of(settings));
    }

    private static String scrape(Endpoints endpoint) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://" + endpoint.http() + "/metrics");
            return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /// What it says; empty when all is well.
    private String promtool(String scraped) throws IOException, InterruptedException {
        Path input = Files.writeString(folder.resolve("scraped"), scraped);
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(List.of("promtool", "check", "metrics"))
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "promtool ends");
        String text = Files.readString(said);
        return process.exitValue() == 0 ? text : text + "exit code " + process.exitValue();
    }
}
