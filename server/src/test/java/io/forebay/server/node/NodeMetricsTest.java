package io.forebay.server.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.catalogue.CatalogueStats;
import io.forebay.core.events.EventFigures;
import io.forebay.core.prefetch.PromotionStats;
import io.forebay.gateway.events.ZmqFigures;
import io.forebay.gateway.resp.RespStats;
import io.forebay.node.NodeStats;
import io.forebay.server.master.MasterMetrics;
import io.forebay.server.master.MasterStats;
import io.forebay.server.master.PrefetchStats;
import io.forebay.server.master.ZmqMetrics;
import io.forebay.server.metrics.Metrics;
import io.forebay.server.metrics.ProcessMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class NodeMetricsTest {
    private static final NodeStats NO_STATS =
            new NodeStats(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of());

    @Test
    void theOperationsDocumentHasTheTableOfMetrics() throws IOException {
        Metrics metrics = new Metrics();
        NodeMetrics.addTo(metrics, () -> NO_STATS);
        MasterMetrics.addTo(
                metrics,
                () -> new MasterStats(
                        1,
                        0,
                        0,
                        Map.of(),
                        0,
                        0,
                        new CatalogueStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false),
                        new PrefetchStats(false, new PromotionStats(0, 0, 0, 0, Map.of(), Map.of()), Map.of()),
                        new EventFigures(0, 0, 0, Map.of(), 0, 0),
                        List.of()));
        ZmqMetrics.addTo(metrics, ZmqFigures::none);
        RespMetrics.addTo(metrics, () -> new RespStats(Map.of(), Map.of(), Map.of(), 0, 0, 0, 0, 0, 0, 0, 0));
        ProcessMetrics.addTo(metrics);
        String table = "| metric | kind | labels | meaning |\n| --- | --- | --- | --- |\n"
                + metrics.descriptions().stream()
                        .map(each -> "| `%s` | %s | %s | %s |\n"
                                .formatted(each.name(), each.kind(), each.labels(), each.help()))
                        .collect(Collectors.joining());
        String document = Files.readString(
                Path.of(System.getProperty("forebay.root", "..")).resolve("docs/operations.md"));
        assertTrue(document.contains(table), "put this table into docs/operations.md:\n" + table);
    }
}
