package io.forebay.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.node.NodeStats;
import io.forebay.server.master.MasterMetrics;
import io.forebay.server.node.NodeMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The alerts, the dashboard and the page speak of metrics that there are, and Prometheus's own tool finds the alerts
/// right.
@Timeout(60)
final class DeployTest {
    private static final Pattern METRIC = Pattern.compile("forebay_\\w+");
    private static final Pattern RUNBOOK = Pattern.compile("runbook: (?:\")?docs/operations\\.md#([\\w-]+)");

    @TempDir
    Path folder = Path.of("");

    private static Path root() {
        return Path.of(System.getProperty("forebay.root", ".."));
    }

    private static Path deploy(String name) {
        return root().resolve("deploy").resolve(name);
    }

    private static Set<String> known() {
        Metrics metrics = new Metrics();
        NodeStats none = new NodeStats(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of());
        NodeMetrics.addTo(metrics, () -> none);
        Metrics ofMaster = new Metrics();
        MasterMetrics.addTo(ofMaster, () -> {
            throw new IllegalStateException("nobody reads it here");
        });
        ProcessMetrics.addTo(ofMaster);
        Set<String> names = new TreeSet<>();
        metrics.descriptions().forEach(each -> names.add(each.name()));
        ofMaster.descriptions().forEach(each -> names.add(each.name()));
        return names;
    }

    private static void assertKnown(Path file, int least) throws IOException {
        Set<String> said = new TreeSet<>();
        Matcher matcher = METRIC.matcher(Files.readString(file));
        while (matcher.find()) {
            said.add(matcher.group());
        }
        assertTrue(said.size() >= least, file + " speaks of " + said);
        said.removeAll(known());
        assertEquals(Set.of(), said, file + " speaks of metrics that there are not");
    }

    @Test
    void whatIsDeployedSpeaksOfMetricsThatThereAre() throws Exception {
        assertKnown(deploy("alerts.yml"), 15);
        assertKnown(deploy("alerts-test.yml"), 5);
        assertKnown(deploy("grafana-dashboard.json"), 25);
    }

    @Test
    void thePageSpeaksOfMetricsThatThereAre() throws Exception {
        Path page = root().resolve("server/src/main/resources/io/forebay/server/admin");
        assertKnown(page.resolve("views.js"), 25);
        assertKnown(root().resolve("server/src/main/java/io/forebay/server/page/History.java"), 15);
    }

    @Test
    void everyPanelOfTheDashboardAsksForSomething() throws Exception {
        var dashboard = JsonMapper.shared().readTree(Files.readString(deploy("grafana-dashboard.json")));
        Set<Integer> ids = new TreeSet<>();
        List<String> silent = new ArrayList<>();
        for (var panel : dashboard.path("panels")) {
            assertTrue(ids.add(panel.path("id").asInt(0)), () -> "an id is there twice: " + panel);
            boolean row = panel.path("type").asString("").equals("row");
            if (!row && panel.path("targets").path(0).path("expr").asString("").isEmpty()) {
                silent.add(panel.path("title").asString(""));
            }
        }
        assertEquals(List.of(), silent);
        assertTrue(ids.size() > 20, "panels: " + ids.size());
    }

    @Test
    void everyAlertLeadsToAPlaceThatSaysWhatToDo() throws Exception {
        String alerts = Files.readString(deploy("alerts.yml"));
        Set<String> headings = new TreeSet<>();
        Files.readString(root().resolve("docs/operations.md"))
                .lines()
                .filter(line -> line.startsWith("#"))
                .forEach(line -> headings.add(
                        line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT).replace(' ', '-')));
        Matcher runbooks = RUNBOOK.matcher(alerts);
        int found = 0;
        while (runbooks.find()) {
            found++;
            assertTrue(headings.contains(runbooks.group(1)), runbooks.group(1));
        }
        assertEquals(alerts.split("- alert:", -1).length - 1, found);
    }

    @Test
    void promtoolFindsTheAlertsRight() throws Exception {
        promtool("check", "rules", deploy("alerts.yml").toString());
        promtool("test", "rules", deploy("alerts-test.yml").toString());
        promtool("check", "config", deploy("prometheus.yml").toString());
    }

    private void promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "promtool ends");
        assertEquals(0, process.exitValue(), () -> String.join(" ", command) + said);
        assertTrue(Files.readString(said).contains("SUCCESS"));
    }
}
