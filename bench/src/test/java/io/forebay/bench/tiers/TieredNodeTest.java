package io.forebay.bench.tiers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.eviction.EvictionKind;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.server.master.MasterServer;
import io.forebay.server.node.EmbeddedNode;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import io.forebay.sim.trace.PolicyReplay;
import io.forebay.sim.trace.SyntheticTrace;
import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TierSizes;
import io.forebay.sim.trace.Tiering;
import io.forebay.sim.trace.TraceReader;
import io.forebay.sim.trace.TraceRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A real node with real files against the model of its tiers: what is missed goes to both, an SSD hit is served and
/// not admitted, each tier gives up one block at a time. Every byte of every hit is compared; the hits of each tier are
/// those of the model within 2 %.
final class TieredNodeTest {
    private static final System.Logger LOG = System.getLogger(TieredNodeTest.class.getName());
    private static final Layout LAYOUT = new KvLayout(1, 1, 2_048, 512);
    private static final long BLOCK_BYTES = 4_096;
    /// A record's head, and the block.
    private static final long RECORD_BYTES = 8_192;
    private static final long FILE_BYTES = 1 << 20;
    /// Of the SSD: two files that are written, and two that are free.
    private static final long SPARE_FILES = 4;

    private static final int LIVE_PERCENT = 90;
    /// Of the largest request, whose blocks pass or are being written.
    private static final int SPARE_BLOCKS = 2_048;

    @TempDir
    Path folder = Path.of("");

    @Test
    @Timeout(240)
    void aMadeUpTraceHitsAsTheModelSays() throws Exception {
        play(SyntheticTrace.of(7, 600), 400, 1_500);
    }

    /// The hour of real conversations, where it is: `-Dforebay.traces=DIR`. Some minutes.
    @Test
    @Tag("long")
    @Timeout(1_800)
    @EnabledIfSystemProperty(named = "forebay.traces", matches = ".+")
    void theConversationsHitAsTheModelSays() throws Exception {
        Path trace = Path.of(System.getProperty("forebay.traces"), "conversation_trace.jsonl");
        play(TraceReader.read(trace, Integer.MAX_VALUE), 5_000, 30_000);
    }

    private void play(List<TraceRequest> trace, int dramBlocks, int ssdBlocks) throws Exception {
        PolicyReplay model = PolicyReplay.run(
                trace,
                new TierSizes(
                        new TierSize(EvictionKind.LRU, dramBlocks),
                        Tiering.SERVE,
                        new TierSize(EvictionKind.LRU, ssdBlocks),
                        1));
        long memory = 0;
        long ssd = 0;
        long onSsd = 0;
        double written = 0;
        try (MasterServer master = MasterServer.start(MasterConfig.of(SettingsReader.read(
                        Role.MASTER,
                        Map.of(),
                        Optional.empty(),
                        Map.of(),
                        Map.of("master.control.port", "0", "master.http.port", "0"))));
                EmbeddedNode node = node(master, dramBlocks, ssdBlocks);
                InnerEngine engine = new InnerEngine(node, LAYOUT)) {
            for (TraceRequest request : trace) {
                for (Outcome outcome : engine.play(request.hashIds())) {
                    memory += outcome == Outcome.MEMORY ? 1 : 0;
                    ssd += outcome == Outcome.SSD ? 1 : 0;
                }
            }
            onSsd = node.stats().gauges().getOrDefault("ssd_blocks", 0L);
            written = (double) count(node, "ssd_bytes_written") / count(node, "ssd_bytes_stored");
            assertEquals(0, count(node, "ssd_blocks_corrupt"));
            assertTrue(count(node, "evictions") > 0, "memory has made room");
            assertTrue(count(node, "ssd_blocks_evicted") > 0, "the SSD has made room");
        }
        String both = "memory %d of %d, SSD %d of %d, with %d blocks on SSD, each written %.2f times"
                .formatted(memory, model.dramPrefixHits(), ssd, model.ssdPrefixHits(), onSsd, written);
        LOG.log(System.Logger.Level.INFO, both);
        assertEquals(1, (double) memory / model.dramPrefixHits(), 0.02, both);
        assertEquals(1, (double) ssd / model.ssdPrefixHits(), 0.02, both);
    }

    private static long count(EmbeddedNode node, String name) {
        return node.stats().counts().getOrDefault(name, -1L);
    }

    private EmbeddedNode node(MasterServer master, int dramBlocks, int ssdBlocks) throws Exception {
        Path own = Files.createDirectories(folder.resolve("node")).toAbsolutePath();
        long pool = (long) dramBlocks + SPARE_BLOCKS;
        Map<String, String> flags = new HashMap<>(Map.of(
                "node.id", "node",
                "master.address", master.endpoints().getFirst().control(),
                "state.directory", own.toString(),
                "pool.directory", own.toString(),
                "pool.size", pool * BLOCK_BYTES + "B",
                "eviction.low", Double.toString((double) dramBlocks / pool),
                "eviction.high", Double.toString((dramBlocks + 0.5) / pool),
                "ssd.directories", own.resolve("ssd").toString(),
                "ssd.size", ssdBlocks * RECORD_BYTES * 100 / LIVE_PERCENT + SPARE_FILES * FILE_BYTES + "B",
                "ssd.file_size", FILE_BYTES + "B"));
        flags.put("ssd.live_percent", String.valueOf(LIVE_PERCENT));
        List.of("control.port", "data.port", "http.port").forEach(port -> flags.put(port, "0"));
        return EmbeddedNode.start(
                NodeConfig.of(SettingsReader.read(Role.NODE, Map.of(), Optional.empty(), Map.of(), flags)));
    }
}
