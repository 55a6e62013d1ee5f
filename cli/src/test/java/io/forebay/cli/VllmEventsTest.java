package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.RouterClient;
import io.forebay.client.RouterOptions;
import io.forebay.client.TierTable;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.tier.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A real cluster, and a follower of vLLM's events that knows nothing of Forebay and loses a tenth of the messages. It
/// has to know in the end what the master's table says, whatever has happened: blocks saved, evicted, written to SSD
/// and promoted from it, a node killed, the master killed.
@Timeout(180)
final class VllmEventsTest {
    private static final int ROOM = 40;
    private static final double LOST = 0.1;
    private static final int SEED = 7;
    private static final Namespace NAMESPACE = new Namespace("acceptance", "", NodeProcesses.LAYOUT.fingerprint());

    @TempDir
    Path folder = Path.of("");

    private final TierTable table = new TierTable();
    private final List<BlockHash> saved = new ArrayList<>();
    private NodeProcesses nodes;
    private Prompts prompts;
    private String endpoint = "";
    private String replay = "";

    @BeforeEach
    void start() throws Exception {
        endpoint = "tcp://127.0.0.1:" + VllmSubscriber.freePort();
        replay = "tcp://127.0.0.1:" + VllmSubscriber.freePort();
        nodes = new NodeProcesses(
                folder,
                "--events-zmq-endpoint",
                endpoint,
                "--events-zmq-replay-endpoint",
                replay,
                "--events-zmq-heartbeat",
                "50ms",
                "--events-zmq-buffer-steps",
                "20",
                "--master-node-stale",
                "2s",
                "--master-node-expiry",
                "3s",
                "--master-warming-min",
                "0ms",
                "--promotion-on-hit",
                "true",
                "--promotion-admission-threshold",
                "1");
        prompts = new Prompts(nodes);
    }

    @AfterEach
    void stop() {
        nodes.close();
    }

    private void startNode(String name) throws Exception {
        nodes.startNode(
                name, ROOM, "--ssd-directories", folder.resolve("ssd-" + name).toString(), "--ssd-size", "64MiB");
    }

    private void save(String node, String prompt, int blocks) {
        prompts.saveOnly(node, prompt, 0, blocks);
        saved.addAll(Prompts.hashes(prompt, 0, blocks));
    }

    /// Awaits that the follower's table is the master's, as Forebay's own events tell it.
    private JsonNode converges(VllmSubscriber subscriber) throws Exception {
        List<JsonNode> looks = new ArrayList<>();
        NodeProcesses.await("the same table at both", () -> {
            Set<String> expected = expected();
            looks.add(subscriber.look());
            return table.progress().whole()
                    && table.progress().replicas() == expected.size()
                    && VllmSubscriber.table(looks.getLast()).equals(expected)
                    && expected().equals(expected);
        });
        return looks.getLast();
    }

    /// As the script spells them.
    private Set<String> expected() {
        Set<String> lines = new TreeSet<>();
        for (BlockHash hash : saved) {
            for (ReplicaPlace place : table.places(new BlockKey(NAMESPACE, hash))) {
                String medium = place.tier() == Tier.MEMORY ? "CPU" : "STORAGE";
                lines.add("kv@" + place.node() + "@acceptance " + medium + " " + hash);
            }
        }
        return lines;
    }

    private boolean hasSome(String node, String medium) {
        return expected().stream().anyMatch(line -> line.startsWith("kv@" + node + "@acceptance " + medium));
    }

    @Test
    void aFollowerThatLosesATenthKnowsTheMastersTable() throws Exception {
        startNode("a");
        startNode("b");
        RouterOptions options = RouterOptions.of(List.of(nodes.master()));
        try (RouterClient router = RouterClient.open(options);
                VllmSubscriber early = new VllmSubscriber(folder, endpoint, replay, LOST, SEED)) {
            router.events(WatchEvents.snapshot(), table);
            save("a", "first", 8);
            for (int i = 0; i < 40; i++) {
                save(i % 2 == 0 ? "a" : "b", "prompt-" + i, 8);
            }
            converges(early);
            assertTrue(hasSome("a", "CPU") && hasSome("b", "STORAGE"));
            prompts.query("a", "first", 8);
            awaitMaster("forebay_promotion_ended_total{end=\"completed\"}", 1);
            converges(early);
            killANodeBeforeALateFollower();
            JsonNode before = converges(early);
            assertTrue(before.path("lost").asInt() > 0 && before.path("replays").asInt() > 1, before::toString);
            nodes.killMaster();
            nodes.restartMaster();
            save("a", "after", 8);
            JsonNode after = converges(early);
            assertEquals(1, after.path("restarts").asInt(), after::toString);
        }
    }

    /// It comes when the first batches have gone.
    private void killANodeBeforeALateFollower() throws Exception {
        try (VllmSubscriber late = new VllmSubscriber(folder, endpoint, replay, LOST, SEED + 1)) {
            converges(late);
            awaitMaster("forebay_events_zmq_replays_total{end=\"snapshot\"}", 1);
            nodes.kill("b");
            NodeProcesses.await("the end of b", () -> !hasSome("b", ""));
            converges(late);
        }
    }

    private void awaitMaster(String metric, int atLeast) throws Exception {
        NodeProcesses.await(metric, () -> nodes.masterMetric(metric) >= atLeast);
    }
}
