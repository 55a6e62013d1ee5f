package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.RouterClient;
import io.forebay.client.RouterOptions;
import io.forebay.client.TriggerReport;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.prefetch.PrefetchStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A router, a master and a node with an SSD, all real: what is triggered is in the prefetch buffer when an engine asks
/// for it, whoever was killed meanwhile.
final class PrefetchTest {
    private static final int BLOCKS = 16;
    private static final int ROOM = 400;

    @TempDir
    Path folder = Path.of("");

    @Test
    @Timeout(120)
    void whatARouterTriggersIsInTheBufferWhenItIsAskedFor() throws Exception {
        try (NodeProcesses nodes = start()) {
            Prompts prompts = saved(nodes, "prompt");
            try (RouterClient router = router(nodes)) {
                List<BlockHash> hashes = Prompts.hashes("prompt", 0, BLOCKS);
                assertEquals(Collections.nCopies(BLOCKS, PrefetchStatus.QUEUED), trigger(router, hashes));
                awaitInMemory(router, hashes);
                assertEquals(Collections.nCopies(BLOCKS, Outcome.BUFFER), prompts.query("a", "prompt", BLOCKS));
                assertEquals(BLOCKS, nodes.metric("a", "forebay_prefetch_blocks_used_total"));
                NodeProcesses.await(
                        "the master's figures",
                        () -> nodes.masterMetric("forebay_promotion_ended_total{end=\"completed\"}") == BLOCKS);
                assertEquals(0, nodes.masterMetric("forebay_promotion_tasks"));
            }
        }
    }

    @Test
    @Timeout(120)
    void byDefaultATriggerIsAnsweredAsSwitchedOffAndChangesNothing() throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            startNode(nodes);
            Prompts prompts = saved(nodes, "prompt");
            try (RouterClient router = router(nodes)) {
                Answer<TriggerReport> answer =
                        router.prefetch(namespace(), Prompts.hashes("prompt", 0, BLOCKS), "r", Duration.ofSeconds(1));
                assertEquals(Answer.ok(new TriggerReport.Off(true)), answer);
            }
            assertEquals(Collections.nCopies(BLOCKS, Outcome.SSD), prompts.query("a", "prompt", BLOCKS));
            assertEquals(0, nodes.metric("a", "forebay_promotions_started_total"));
        }
    }

    /// Reads and writes share a device: a storm of reads ahead of need does not let what is saved pile up.
    @Test
    @Timeout(120)
    void aStormOfTriggersLeavesRoomForWritesToTheSsd() throws Exception {
        int storm = 300;
        try (NodeProcesses nodes = start()) {
            Prompts prompts = saved(nodes, "prompt", storm);
            try (RouterClient router = router(nodes)) {
                List<BlockHash> hashes = Prompts.hashes("prompt", 0, storm);
                trigger(router, hashes);
                double most = 0;
                for (int save = 0; save < 20; save++) {
                    prompts.saveOnly("a", "more" + save, 0, BLOCKS);
                    statuses(router, hashes);
                    most = Math.max(most, nodes.metric("a", "forebay_ssd_write_queue_bytes"));
                    awaitOnSsd(nodes, "more" + save);
                }
                double bound = nodes.metric("a", "forebay_pool_capacity_bytes") / 8;
                assertTrue(most <= bound, most + " bytes waited to be written");
                assertTrue(nodes.metric("a", "forebay_promotions_landed_total") > BLOCKS, "and they were read");
            }
        }
    }

    @Test
    @Timeout(300)
    void nobodysDeathLeavesATaskOrAWrongByte() throws Exception {
        killed(3);
    }

    @Test
    @Tag("long")
    @Timeout(3_600)
    void nobodysDeathInFiftyRunsLeavesATaskOrAWrongByte() throws Exception {
        killed(50);
    }

    /// The owner, the master, or the router that triggered, by turns.
    private void killed(int rounds) throws Exception {
        SplittableRandom random = new SplittableRandom(20_261_130);
        try (NodeProcesses nodes = start()) {
            Prompts prompts = saved(nodes, "prompt");
            List<BlockHash> hashes = Prompts.hashes("prompt", 0, BLOCKS);
            for (int round = 0; round < rounds; round++) {
                try (RouterClient router = router(nodes)) {
                    trigger(router, hashes);
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(20_000)));
                }
                switch (round % 3) {
                    case 0 -> {
                        nodes.kill("a");
                        startNode(nodes);
                    }
                    case 1 -> {
                        nodes.killMaster();
                        nodes.restartMaster();
                    }
                    default -> {} // the router has gone without a word
                }
                nodes.awaitMetric("a", "forebay_master_session_open", open -> open == 1);
                NodeProcesses.await("the end of every task", () -> nodes.masterMetric("forebay_promotion_tasks") == 0);
                List<Outcome> outcomes = prompts.query("a", "prompt", BLOCKS);
                assertTrue(outcomes.stream().allMatch(Outcome::isHit), outcomes::toString);
            }
        }
    }

    private NodeProcesses start() throws Exception {
        NodeProcesses nodes = new NodeProcesses(
                folder, "--master-warming-min", "0ms", "--enable-prefetch-trigger", "true", "--promotion-ttl", "5s");
        startNode(nodes);
        return nodes;
    }

    /// Saves a prompt, and starts the node again: then it is on its SSD alone.
    private Prompts saved(NodeProcesses nodes, String prompt) throws Exception {
        return saved(nodes, prompt, BLOCKS);
    }

    private Prompts saved(NodeProcesses nodes, String prompt, int blocks) throws Exception {
        Prompts prompts = new Prompts(nodes);
        for (int from = 0; from < blocks; from += BLOCKS) {
            prompts.saveOnly("a", prompt, from, Math.min(blocks, from + BLOCKS));
            awaitOnSsd(nodes, prompt);
        }
        nodes.kill("a");
        startNode(nodes);
        nodes.awaitMetric("a", "forebay_ledger_ssd_registered_keys", keys -> keys == blocks);
        return prompts;
    }

    private static void awaitOnSsd(NodeProcesses nodes, String request) {
        HandoffReport report = nodes.engine("a")
                .awaitHandoff(new HandoffScope.OfRequest(request), HandoffLevel.ON_SSD, Prompts.DEADLINE, false);
        assertTrue(report.isComplete(), report::toString);
    }

    private void startNode(NodeProcesses nodes) throws Exception {
        nodes.startNode(
                "a",
                ROOM,
                "--ssd-directories",
                folder.resolve("ssd").toString(),
                "--ssd-size",
                "64MiB",
                "--prefetch-buffer-segment",
                "1MiB",
                "--heartbeat-interval",
                "100ms");
    }

    private static RouterClient router(NodeProcesses nodes) {
        return RouterClient.open(new RouterOptions(List.of(nodes.master()), Duration.ofSeconds(10), Duration.ZERO));
    }

    private static Namespace namespace() {
        return new Namespace("acceptance", "", NodeProcesses.LAYOUT.fingerprint());
    }

    /// Until the node's first heartbeat the master does not know that it can prefetch.
    private static List<PrefetchStatus> trigger(RouterClient router, List<BlockHash> hashes) throws Exception {
        NodeProcesses.await(
                "a node that prefetches",
                () -> !statuses(router, hashes.subList(0, 1)).contains(PrefetchStatus.NO_LOCAL_DISK));
        return statuses(router, hashes);
    }

    private static List<PrefetchStatus> statuses(RouterClient router, List<BlockHash> hashes) {
        Answer<TriggerReport> answer = router.prefetch(namespace(), hashes, "r", Duration.ofSeconds(1));
        if (answer instanceof Answer.Ok<TriggerReport>(TriggerReport.Decided decided)) {
            return decided.answers().stream().map(PrefetchAnswer::status).toList();
        }
        throw new AssertionError("not decided: " + answer);
    }

    private static void awaitInMemory(RouterClient router, List<BlockHash> hashes) throws Exception {
        NodeProcesses.await(
                "all in memory", () -> statuses(router, hashes).stream().allMatch(PrefetchStatus.IN_MEMORY::equals));
    }
}
