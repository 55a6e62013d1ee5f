package io.forebay.node;

import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.prefetch.PrefetchStatus;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Triggers at a node whose memory is full: they take nothing from those who save.
class PromotionLoadTest extends PromotionNode {
    private static final int ROUNDS = 60;
    private static final int SAVED = 4;
    /// Rounds after which a block has left a pool of 32 blocks.
    private static final int AGO = 15;

    /// What a load came to.
    private record Load(long evictions, long refused, long wasted, Map<PrefetchStatus, Integer> said) {}

    /// A pool that is full of saves all the time, each of which evicts.
    private Load saves(String name, boolean triggers) throws IOException {
        restart(64);
        Map<PrefetchStatus, Integer> said = new EnumMap<>(PrefetchStatus.class);
        for (int round = 0; round < ROUNDS; round++) {
            engine.save(name + round, hashes(name + round, SAVED));
            if (triggers && round >= AGO) {
                trigger("t" + round, hashes(name + (round - AGO), SAVED))
                        .forEach(status -> said.merge(status, 1, Integer::sum));
            }
        }
        Load load = new Load(
                count("evictions"), count("save_blocks_refused"), count("prefetch_blocks_wasted"), Map.copyOf(said));
        cluster.clock.pass(20 * SECOND);
        assertNothingInFlight();
        return load;
    }

    @Test
    void steadyEvictionLeavesTheGateOpenAndTriggersAddNoEvictionAndRefuseNoSave() throws IOException {
        Load without = saves("without", false);
        Load with = saves("with", true);
        assertTrue(without.evictions > ROUNDS, without::toString);
        assertTrue(
                Math.abs(with.evictions - without.evictions) * 20 <= without.evictions,
                () -> "evictions within 5 %: " + with + ", " + without);
        assertEquals(0, without.refused + with.refused);
        assertEquals((ROUNDS - AGO) * SAVED, with.said.getOrDefault(PrefetchStatus.QUEUED, 0), with::toString);
    }

    @Test
    void aPoolThatStaysFullThrottlesAndBringsTheBlocksByItselfWhenItIsNot() throws IOException {
        restart(64);
        List<ReservedBlock> filling = engine.write("fill", hashes("fill", 31));
        cluster.clock.pass(2 * SECOND); // a heartbeat says so
        long evictions = count("evictions");
        List<BlockHash> wanted = PROMPT;
        assertEquals(all(PrefetchStatus.THROTTLED_WATERMARK, 8), trigger("q", wanted));
        assertEquals(evictions, count("evictions"));
        assertEquals(0, cluster.gauge(node, "prefetch_buffer_used_bytes"));
        assertEquals(8, cluster.master.promotionStats().candidates());
        engine.seal(filling);
        for (int i = 0; i < 80 && cluster.gauge(node, "prefetch_buffer_blocks") < 8; i++) {
            cluster.clock.pass(SECOND / 20);
            cluster.master.tick();
        }
        assertHits(engine.query("q", wanted), wanted, Outcome.BUFFER);
        assertEquals(0, cluster.master.promotionStats().candidates());
    }
}
