package io.forebay.cli.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.page.MetricsPage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DrainLookTest {
    private static DrainLook look(String metrics) {
        return DrainLook.of(
                new NodeLook("a", "a:1", Optional.empty(), Optional.of(MetricsPage.parse(metrics)), List.of(), ""));
    }

    @Test
    void whatIsInUseIsTold() {
        DrainLook look = look("""
                forebay_node_draining 1.0
                forebay_engine_leases 2.0
                forebay_fetches 1.0
                forebay_blocks_resident 9.0
                """);
        assertFalse(look.isIdle());
        assertEquals("2 leases of engines, 1 fetches; 9 blocks in memory", look.words());
    }

    @Test
    void figuresFromBeforeItWasToldMeanNothing() {
        assertFalse(look("forebay_node_draining 0.0\n").isIdle());
        assertTrue(look("forebay_node_draining 1.0\n").isIdle());
    }
}
