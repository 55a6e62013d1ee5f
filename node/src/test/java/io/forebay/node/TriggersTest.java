package io.forebay.node;

import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.engine.EnginePrefetch;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.prefetch.PrefetchStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Engines' own triggers, on their way through a node.
class TriggersTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<BlockHash> PROMPT = hashes("prompt", 4);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        begin();
    }

    private void begin() throws IOException {
        engine = new TestEngine(cluster, cluster.start("node", 64), cluster.pool("node"), "engine");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Answer<PrefetchReply> trigger(InstanceId of) {
        EnginePrefetch request = new EnginePrefetch(of, PROMPT, "r", SECOND);
        return cluster.answer(10 * SECOND, then -> engine.node.prefetch(request, then));
    }

    @Test
    void theMasterDecidesInTheEnginesNamespace() {
        engine.save("s", PROMPT.subList(0, 1));
        PrefetchReply reply = ((Answer.Ok<PrefetchReply>) trigger(engine.id)).value();
        assertEquals(
                List.of(
                        PrefetchStatus.IN_MEMORY,
                        PrefetchStatus.NOT_FOUND,
                        PrefetchStatus.NOT_FOUND,
                        PrefetchStatus.NOT_FOUND),
                assertInstanceOf(PrefetchReply.Decided.class, reply).answers().stream()
                        .map(each -> each.status())
                        .toList());
    }

    @Test
    void aMasterThatIsAwayIsAFailureInTimeAndNothingElseSuffers() {
        engine.save("s", PROMPT);
        cluster.master.hangs = true;
        assertEquals(Answer.failed(Remedy.RETRY, "the master timed out"), trigger(engine.id));
        cluster.master.hangs = false;
        assertInstanceOf(Answer.Ok.class, trigger(engine.id));
    }

    @Test
    void triggersUnderWayAreBounded() {
        cluster.master.hangs = true;
        List<Answer<PrefetchReply>> answers = new ArrayList<>();
        for (int i = 0; i <= Triggers.MAX_UNDER_WAY; i++) {
            engine.node.prefetch(new EnginePrefetch(engine.id, PROMPT, "", SECOND), answers::add);
        }
        cluster.clock.pass(1_000_000L);
        assertEquals(List.of(Answer.failed(Remedy.RETRY, "the node has 1024 triggers under way, the limit")), answers);
        cluster.clock.pass(10 * SECOND);
        assertEquals(Triggers.MAX_UNDER_WAY + 1, answers.size());
    }

    @Test
    void aNodeThatPassesNothingOnSaysThatTriggersAreOff() throws IOException {
        stop();
        cluster = new TestCluster(directory);
        cluster.passesTriggersOn = false;
        begin();
        assertEquals(Answer.ok(new PrefetchReply.Disabled(0)), trigger(engine.id));
    }

    @Test
    void whoIsNotRegisteredIsRefused() {
        Answer<PrefetchReply> answer = trigger(new InstanceId("somebody"));
        assertTrue(answer.problem().startsWith("instance_id"), answer::problem);
    }
}
