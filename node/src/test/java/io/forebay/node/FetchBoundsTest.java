package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.answer.Answer;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.fabric.ReadFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that runs two fetches at a time, asks for four blocks at a time, and lets one wait at either bound.
class FetchBoundsTest {
    private static final long BLOCK = 2 * 4_096;

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node reader;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        NodeSettings.Fetching standard = NodeSettings.Fetching.defaults();
        cluster.fetching = new NodeSettings.Fetching(
                standard.maxAttempts(),
                standard.connectNanos(),
                standard.queryNanos(),
                standard.readBaseNanos(),
                standard.readBytesPerSecond(),
                2,
                4 * BLOCK,
                1);
        Node a = cluster.start("a", 64);
        reader = cluster.start("reader", 64);
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "decode");
        TestEngine onA = new TestEngine(cluster, a, cluster.pool("a"), "prefill");
        for (String chain : List.of("one", "two", "three", "four")) {
            onA.save(chain, hashes(chain, 4));
        }
        engine.query("warm", hashes("nothing", 1));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private List<QueryReply> ask(String chain, int blocks, long deadlineNanos) {
        List<QueryReply> answers = new ArrayList<>();
        Query query = new Query(
                engine.id, engine.registered.poolNonce(), chain, hashes(chain, blocks), deadlineNanos, 60 * SECOND);
        reader.query(query, answer -> answers.add(((Answer.Ok<QueryReply>) answer).value()));
        return answers;
    }

    private static List<Outcome> outcomes(List<QueryReply> answers) {
        assertEquals(1, answers.size());
        return ((QueryReply.Ready) answers.getFirst()).outcomes();
    }

    @Test
    void theThirdFetchWaitsItsTurnAndTheFourthIsRefused() {
        cluster.faults.add(new ReadFault.Hang());
        cluster.faults.add(new ReadFault.Hang());
        ask("one", 1, 100 * MILLI);
        ask("two", 1, 100 * MILLI);
        var third = ask("three", 1, SECOND);
        var fourth = ask("four", 1, SECOND);
        cluster.clock.pass(50 * MILLI);
        assertEquals(List.of(Outcome.MISS_LOCAL_PRESSURE), outcomes(fourth));
        assertEquals(2, cluster.gauge(reader, "fetches"));
        assertEquals(1, cluster.gauge(reader, "fetches_waiting"));
        assertEquals(0, third.size());
        cluster.clock.pass(100 * MILLI);
        assertEquals(List.of(Outcome.PEER), outcomes(third));
        assertEquals(0, cluster.gauge(reader, "fetches"));
    }

    @Test
    void aTurnThatDoesNotComeInTimeIsLocalPressure() {
        cluster.faults.add(new ReadFault.Hang());
        cluster.faults.add(new ReadFault.Hang());
        ask("one", 1, 300 * MILLI);
        ask("two", 1, 300 * MILLI);
        var third = ask("three", 1, 100 * MILLI);
        cluster.clock.pass(100 * MILLI);
        assertEquals(List.of(Outcome.MISS_LOCAL_PRESSURE), outcomes(third));
        assertEquals(0, cluster.gauge(reader, "fetches_waiting"));
    }

    @Test
    void bytesBeyondTheBoundWaitForThoseUnderWay() {
        cluster.faults.add(new ReadFault.Hang());
        ask("one", 3, 100 * MILLI);
        var second = ask("two", 4, SECOND);
        cluster.clock.pass(50 * MILLI);
        assertEquals(3 * BLOCK, cluster.gauge(reader, "fetch_bytes_in_flight"));
        assertEquals(1, cluster.gauge(reader, "fetches_waiting"));
        cluster.clock.pass(100 * MILLI);
        assertEquals(Collections.nCopies(4, Outcome.PEER), outcomes(second));
        assertEquals(0, cluster.gauge(reader, "fetch_bytes_in_flight"));
    }
}
