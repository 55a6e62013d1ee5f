package io.forebay.node;

import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.Reserve;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Recollection;
import io.forebay.core.recorder.Recorder;
import io.forebay.core.recorder.Sentence;
import io.forebay.core.recorder.Standing;
import io.forebay.core.recorder.Story;
import io.forebay.fabric.ReadFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What nodes remember. Pools of 32 granules hold 16 blocks; "prompt" is a chain of 4.
class ExplainTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 4);
    private static final BlockHash BLOCK = PROMPT.get(1);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node a;
    private Node reader;
    private TestEngine onA;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        cluster.clock.pass(6 * SECOND); // the master is not warming any more
        a = cluster.start("a", 32);
        reader = cluster.start("reader", 32);
        onA = new TestEngine(cluster, a, cluster.pool("a"), "prefill");
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "decode");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Recollection recall(Node node) {
        return cluster.ok(then -> node.recall(Optional.of(BLOCK), then));
    }

    private List<String> ofBlock(Node node) {
        List<Happening> all = recall(node).recorded().orElseThrow().happenings();
        return Story.ofBlock(all, BLOCK, 100).lines().stream()
                .map(Sentence.about(BLOCK)::of)
                .toList();
    }

    private List<String> ofRequest(Node node, String request) {
        List<Happening> all = recall(node).recorded().orElseThrow().happenings();
        return Story.ofRequest(all, request, 100).lines().stream()
                .map(Sentence.aboutRequest()::of)
                .toList();
    }

    private String standing(Node node) {
        return recall(node).standings().stream().map(Standing::words).toList().toString();
    }

    private static String first(String chain) {
        String hash = hashes(chain, 1).getFirst().toString();
        return hash.length() <= 16 ? hash : hash.substring(0, 16) + "…";
    }

    @Test
    void aBlockThatWasSavedFetchedAndEvictedTellsExactlyThis() {
        onA.save("save", PROMPT);
        engine.release(engine.query("load", PROMPT));
        assertEquals("[resident, 8192 bytes; ledger: registered; held by 0; not leased]", standing(reader));
        engine.save("fill", hashes("fill", 14));
        cluster.clock.pass(SECOND);
        assertEquals("[]", standing(reader));
        String prompt = "4 blocks from " + first("prompt") + " on";
        assertEquals(
                List.of(
                        "request save of prefill reserves " + prompt
                                + ": room for 4, 0 present, 0 being written elsewhere, 0 without room",
                        "saved for request save, with 3 others",
                        "registered with the master, with 3 others",
                        "locked and described to reader, which reads it, with 3 others"),
                ofBlock(a));
        assertEquals(
                List.of(
                        "request load of decode asks for " + prompt + ", within 500 ms",
                        "request load starts fetch 1 for " + prompt,
                        "fetch 1: the master names a for 0 to 3",
                        "fetch 1: a gave 4 of 4 blocks: complete; this block came",
                        "request load is answered: 4 peer; this block: peer",
                        "registered with the master, with 3 others",
                        "proposed to the master to be evicted for room, with 1 other",
                        "freed for room, granted by the master, with 1 other"),
                ofBlock(reader));
    }

    @Test
    void aRequestTellsWhoFailedAndWhyAndWhereItWentThen() throws IOException {
        Node b = cluster.start("b", 32);
        TestEngine onB = new TestEngine(cluster, b, cluster.pool("b"), "other");
        onA.save("save", PROMPT);
        onB.save("save", PROMPT.subList(0, 2));
        cluster.faults.add(new ReadFault.Break(2));
        engine.query("load", PROMPT);
        List<String> told = ofRequest(reader, "load");
        String prompt = "4 blocks from " + first("prompt") + " on";
        assertEquals("request load of decode asks for " + prompt + ", within 500 ms", told.get(0));
        assertEquals("request load starts fetch 1 for " + prompt, told.get(1));
        assertEquals("fetch 1: the master names a for 0 to 3, b for 0 to 1", told.get(2));
        assertEquals("fetch 1 asks a for 4 blocks", told.get(3));
        assertTrue(told.get(4).startsWith("fetch 1: a gave 1 of 4 blocks: peer_failed, transport ("), told.get(4));
        assertEquals("fetch 1 asks b for 1 blocks", told.get(5));
        assertEquals("fetch 1: b gave 1 of 1 blocks: complete", told.get(6));
        assertEquals("fetch 1: asked once more, the master names a for 2 to 3", told.get(7));
        assertEquals(
                List.of(
                        "fetch 1 is over: 2 of 4 blocks came; the next one is a miss_transfer_error",
                        "request load is answered: 2 peer, 1 miss_transfer_error, 1 not_attempted"),
                told.subList(8, told.size()));
    }

    @Test
    void aFetchBehindWhichTheNodesOwnSsdHasTheBlockTellsOfNoMiss() throws IOException {
        try (TestDisk disk = new TestDisk(cluster.clock, directory.resolve("ssd"), "own")) {
            cluster.disks.put("own", disk.disk);
            Node own = cluster.start("own", 32);
            TestEngine onOwn = new TestEngine(cluster, own, cluster.pool("own"), "o");
            onOwn.save("save", PROMPT);
            cluster.clock.pass(SECOND);
            onOwn.save("fill", hashes("fill", 14));
            cluster.clock.pass(SECOND);
            onOwn.query("load", PROMPT);
            String prompt = "4 blocks from " + first("prompt") + " on";
            assertEquals(
                    List.of(
                            "request load of o asks for " + prompt + ", within 500 ms",
                            "request load starts fetch 1 for " + prompt,
                            "fetch 1: the master names own for 0 to 3",
                            "fetch 1 is over: 0 of 4 blocks came",
                            "request load is answered: 4 ssd"),
                    ofRequest(own, "load"));
        }
    }

    @Test
    void aRequestThatJoinsAFetchTellsOfIt() {
        onA.save("save", PROMPT);
        cluster.faults.add(new ReadFault.Hang());
        for (String request : List.of("one", "two")) {
            reader.query(
                    new Query(engine.id, engine.registered.poolNonce(), request, PROMPT, SECOND / 2, SECOND / 2),
                    then -> {});
            cluster.clock.pass(TestCluster.MILLI);
        }
        cluster.clock.pass(SECOND);
        List<String> told = ofRequest(reader, "two");
        assertTrue(
                told.contains("request two joins fetch 1 for 4 blocks from " + first("prompt") + " on"),
                told::toString);
        assertTrue(told.contains("fetch 1: a gave 0 of 4 blocks: deadline, abandoned"), told::toString);
        assertTrue(told.getLast().endsWith("1 miss_deadline, 3 not_attempted"), told::toString);
    }

    @Test
    void aBarrierTellsItsReportAndItsBlocksTheirLease() {
        onA.save("save", PROMPT);
        onA.handoff("save");
        List<String> told = ofRequest(a, "save");
        assertEquals("request save of prefill waits at the barrier for 4 blocks, at most 500 ms", told.get(2));
        assertEquals(
                "the barrier of request save reports: 4 registered (0 of them unleased), 0 pending, 0 refused, 0 gone,"
                        + " 0 unsealed",
                told.getLast());
        assertEquals(
                "the master has leased it for a barrier, with 3 others",
                ofBlock(a).getLast());
        assertTrue(standing(a).contains("; leased for "), standing(a));
        onA.save("fill", hashes("fill", 12));
        onA.reserve("more", hashes("more", 4));
        assertTrue(standing(a).contains("resident"), standing(a));
    }

    @Test
    void whatGoesWithoutAGrantTellsWhy() {
        onA.save("save", PROMPT);
        cluster.master.hangs = true;
        cluster.clock.pass(10 * SECOND);
        onA.reserve("fill", hashes("fill", 16));
        assertEquals("the master does not answer", ofBlock(a).get(3));
        assertEquals(
                "freed for room without a grant: the master was away, with 3 others",
                ofBlock(a).getLast());
    }

    @Test
    void whatTheMasterDidNotAnswerInTimeTellsSo() {
        onA.save("save", PROMPT);
        cluster.master.hangs = true;
        onA.reserve("fill", hashes("fill", 16));
        assertEquals(
                "freed for room without a grant: the master did not answer in time, with 3 others",
                ofBlock(a).getLast());
    }

    @Test
    void aHitThatCallsARetirementOffIsTold() {
        onA.save("save", PROMPT);
        cluster.master.hangs = true;
        a.reserve(new Reserve(onA.id, onA.registered.poolNonce(), "fill", 0, hashes("fill", 16)), then -> {});
        cluster.clock.pass(10 * TestCluster.MILLI);
        onA.query("load", PROMPT);
        assertTrue(
                ofBlock(a).contains("used again: it is not to be evicted any more, with 3 others"),
                ofBlock(a)::toString);
    }

    @Test
    void aDamagedBlockTellsWhoMetItAndHowItWasLetGo() {
        onA.save("save", PROMPT);
        var ready = onA.query("mine", PROMPT);
        onA.release(ready);
        onA.pool.slice(ready.blocks().get(1).slots().getFirst().extent()).fill((byte) 0x55);
        engine.query("load", PROMPT);
        cluster.clock.pass(2 * SECOND);
        assertTrue(
                ofBlock(reader).contains("fetch 1: a gave 1 of 4 blocks: corrupt, checksum; this block did not come"),
                ofBlock(reader)::toString);
        List<String> told = ofBlock(a);
        assertEquals(
                List.of(
                        "found damaged (corrupt): not served any more, the master is told that it is gone",
                        "freed, since it was found damaged"),
                told.subList(told.size() - 2, told.size()));
        assertEquals("[]", standing(a));
    }

    @Test
    void whatIsNeverSealedTellsHowItEnded() {
        onA.reserve("save", PROMPT);
        assertEquals("[being written, not sealed]", standing(a));
        cluster.clock.pass(301 * SECOND);
        assertEquals(
                "expired unsealed: nobody touched it in time; its memory is in quarantine, with 3 others",
                ofBlock(a).getLast());
        onA.reserve("again", PROMPT.subList(0, 2));
        a.deregister(onA.id, 0);
        cluster.clock.pass(SECOND);
        assertEquals(
                "dropped unsealed: instance prefill has ended; its memory is in quarantine, with 1 other",
                ofBlock(a).getLast());
    }

    @Test
    void aNewSessionIsPartOfTheStory() {
        onA.save("save", PROMPT);
        cluster.master.restart();
        cluster.clock.pass(10 * SECOND);
        List<String> told = ofBlock(a);
        assertTrue(told.contains("opened a session; what it has is registered anew (master epoch 2)"), told::toString);
        assertEquals("registered with the master, with 3 others", told.getLast());
    }

    @Test
    void aQueryOfManyBlocksIsAHandfulOfHappenings() {
        onA.save("save", PROMPT);
        long before = recall(a).recorded().orElseThrow().happenings().size();
        onA.query("load", PROMPT);
        assertEquals(before + 2, recall(a).recorded().orElseThrow().happenings().size());
    }

    @Test
    void withoutARecorderNothingIsRemembered() throws IOException {
        cluster.recording = NodeSettings.Recording.OFF;
        Node silent = cluster.start("silent", 32);
        TestEngine onSilent = new TestEngine(cluster, silent, cluster.pool("silent"), "s");
        onSilent.save("save", PROMPT);
        onSilent.query("load", PROMPT);
        assertEquals(Optional.empty(), recall(silent).recorded().map(Recorder.Snapshot::happenings));
        assertTrue(standing(silent).contains("resident"), standing(silent));
    }
}
