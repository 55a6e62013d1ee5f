package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.RouterClient;
import io.forebay.client.RouterOptions;
import io.forebay.client.TriggerReport;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.prefetch.PrefetchStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Processes of a build that knows nothing of prefetching beside today's, upgraded one after the other: blocks are read
/// all the way through, and triggers come to work where both ends know them.
@Tag("long")
@Timeout(300)
final class RollingUpgradeTest {
    private static final int BLOCKS = 16;
    private static final int ROOM = 200;
    private static final String TODAY = System.getProperty("java.class.path", "");
    private static final String[] OFF = {"--master-warming-min", "0ms"};
    private static final String[] ON = {"--master-warming-min", "0ms", "--enable-prefetch-trigger", "true"};

    private static String yesterday = "";

    @TempDir
    Path folder = Path.of("");

    @BeforeAll
    @Timeout(1_200)
    static void build() throws Exception {
        yesterday = OldBuild.classPath(OldBuild.BEFORE_PREFETCH);
    }

    @Test
    void theMasterFirstThenItsNodes() throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, NodeProcesses.LAYOUT, List.of(OFF), yesterday)) {
            old(nodes, "a");
            old(nodes, "b");
            Prompts prompts = new Prompts(nodes);
            save(prompts, nodes, "p");
            save(prompts, nodes, "x");
            assertHits(Outcome.PEER, prompts.query("b", "p", BLOCKS));
            upgradeMaster(nodes, OFF);
            save(prompts, nodes, "q");
            assertHits(Outcome.PEER, prompts.query("b", "q", BLOCKS));
            assertEquals(new TriggerReport.Off(true), trigger(nodes, "q"));
            upgradeMaster(nodes, ON);
            restart(nodes, "a", () -> old(nodes, "a"));
            save(prompts, nodes, "r");
            assertEquals(Set.of(PrefetchStatus.IN_MEMORY), Set.copyOf(statuses(nodes, "r")));
            // On the SSD of a node that cannot prefetch, and nowhere else.
            assertEquals(Set.of(PrefetchStatus.NO_LOCAL_DISK), Set.copyOf(statuses(nodes, "x")));
            restart(nodes, "a", () -> today(nodes, "a"));
            assertBrought(nodes, prompts, "x");
            assertHits(Outcome.PEER, prompts.query("b", "r", BLOCKS));
            restart(nodes, "b", () -> today(nodes, "b"));
            save(prompts, nodes, "s");
            assertHits(Outcome.PEER, prompts.query("b", "s", BLOCKS));
        }
    }

    @Test
    void nodesFirstThenTheMaster() throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, NodeProcesses.LAYOUT, List.of(OFF), yesterday)) {
            old(nodes, "b");
            nodes.use(TODAY, OFF);
            today(nodes, "a");
            Prompts prompts = new Prompts(nodes);
            save(prompts, nodes, "p");
            save(prompts, nodes, "x");
            assertHits(Outcome.PEER, prompts.query("b", "p", BLOCKS));
            assertEquals(new TriggerReport.Off(false), trigger(nodes, "x"));
            restart(nodes, "a", () -> today(nodes, "a"));
            assertHits(Outcome.SSD, prompts.query("a", "x", BLOCKS));
            upgradeMaster(nodes, ON);
            assertBrought(nodes, prompts, "x");
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private void restart(NodeProcesses nodes, String name, Step start) throws Exception {
        nodes.kill(name);
        start.run();
    }

    private static void upgradeMaster(NodeProcesses nodes, String... flags) throws Exception {
        nodes.killMaster();
        nodes.use(TODAY, flags);
        nodes.restartMaster();
        NodeProcesses.await("both sessions", () -> nodes.masterMetric("forebay_catalogue_sessions") == 2);
    }

    private void old(NodeProcesses nodes, String name) throws Exception {
        nodes.use(yesterday, ON);
        nodes.startNode(name, ROOM, ssd(name).toArray(String[]::new));
    }

    private void today(NodeProcesses nodes, String name) throws Exception {
        nodes.use(TODAY, ON);
        List<String> flags = new ArrayList<>(ssd(name));
        flags.addAll(List.of("--prefetch-buffer-segment", "1MiB"));
        nodes.startNode(name, ROOM, flags.toArray(String[]::new));
    }

    private List<String> ssd(String name) {
        return List.of(
                "--ssd-directories",
                folder.resolve("ssd-" + name).toString(),
                "--ssd-size",
                "64MiB",
                "--heartbeat-interval",
                "100ms");
    }

    private static void save(Prompts prompts, NodeProcesses nodes, String prompt) {
        prompts.saveOnly("a", prompt, 0, BLOCKS);
        HandoffScope scope = new HandoffScope.OfRequest(prompt);
        for (HandoffLevel level : List.of(HandoffLevel.ON_SSD, HandoffLevel.REGISTERED)) {
            assertTrue(nodes.engine("a")
                    .awaitHandoff(scope, level, Prompts.DEADLINE, false)
                    .isComplete());
        }
    }

    private static void assertHits(Outcome expected, List<Outcome> outcomes) {
        assertEquals(Collections.nCopies(BLOCKS, expected), outcomes);
    }

    /// Triggered until every block is in memory, and then met there.
    private static void assertBrought(NodeProcesses nodes, Prompts prompts, String prompt) throws Exception {
        NodeProcesses.await(
                prompt + " in memory",
                () -> statuses(nodes, prompt).stream().allMatch(PrefetchStatus.IN_MEMORY::equals));
        assertHits(Outcome.BUFFER, prompts.query("a", prompt, BLOCKS));
    }

    private static List<PrefetchStatus> statuses(NodeProcesses nodes, String prompt) {
        TriggerReport.Decided decided = assertInstanceOf(TriggerReport.Decided.class, trigger(nodes, prompt));
        return decided.answers().stream().map(PrefetchAnswer::status).toList();
    }

    private static TriggerReport trigger(NodeProcesses nodes, String prompt) {
        Namespace namespace = new Namespace("acceptance", "", NodeProcesses.LAYOUT.fingerprint());
        RouterOptions options = new RouterOptions(List.of(nodes.master()), Duration.ofSeconds(10), Duration.ZERO);
        try (RouterClient router = RouterClient.open(options)) {
            Answer<TriggerReport> answer =
                    router.prefetch(namespace, Prompts.hashes(prompt, 0, BLOCKS), "r", Duration.ofSeconds(1));
            if (answer instanceof Answer.Ok<TriggerReport>(TriggerReport report)) {
                return report;
            }
            throw new AssertionError("not heard: " + answer);
        }
    }
}
