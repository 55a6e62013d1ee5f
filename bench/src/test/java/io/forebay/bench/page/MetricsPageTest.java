package io.forebay.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MetricsPageTest {
    private static final MetricsPage PAGE = MetricsPage.parse("""
            # HELP forebay_query_blocks_total Blocks of queries by how they ended.
            # TYPE forebay_query_blocks_total counter
            forebay_query_blocks_total{outcome="memory"} 5.0
            forebay_query_blocks_total{outcome="ssd"} 1.2E3
            forebay_promotion_ended_total{end="completed",source="prefetch"} 7.0
            forebay_promotion_ended_total{end="completed",source="on_hit"} 2.0
            forebay_promotion_ended_total{end="failed",source="prefetch"} 1.0
            forebay_queries_total 3.0
            process_cpu 9.0
            """);

    @Test
    void samplesAreSummedOverTheLabelsThatAreNotNamed() {
        assertEquals(1_205, PAGE.sum("query_blocks_total"));
        assertEquals(1_200, PAGE.sum("query_blocks_total", "outcome=\"ssd\""));
        assertEquals(9, PAGE.sum("promotion_ended_total", "end=\"completed\""));
        assertEquals(7, PAGE.sum("promotion_ended_total", "end=\"completed\"", "source=\"prefetch\""));
        assertEquals(3, PAGE.sum("queries_total"));
        assertEquals(0, PAGE.sum("queries"));
        assertEquals(6, PAGE.plus(PAGE).sum("queries_total"));
    }

    @Test
    void aPageThatIsNotThereIsNamed() {
        try (MetricsReader reader = new MetricsReader(Duration.ofSeconds(5))) {
            IOException away = assertThrows(IOException.class, () -> reader.read("127.0.0.1:1"));
            assertTrue(
                    String.valueOf(away.getMessage()).startsWith("no page at http://127.0.0.1:1/metrics: "),
                    away::toString);
        }
    }
}
