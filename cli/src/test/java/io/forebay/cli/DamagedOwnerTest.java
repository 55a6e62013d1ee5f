package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.EngineClient;
import io.forebay.client.Loaded;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.MasterChannel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Acceptance scenario 6 with real processes: node `a` has 9 blocks of a prompt and `b` the first 8, so that `a` is
/// asked first; a few bits of block 3 flip in the pool of `a` while nobody looks.
@Timeout(300)
@Tag("acceptance")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DamagedOwnerTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int DAMAGED = 3;
    private static final List<BlockHash> PROMPT = IntStream.range(0, 9)
            .mapToObj(i -> StoppableEngine.hash("prompt/" + i))
            .toList();
    private static final int SLOT_BYTES = (int) NodeProcesses.LAYOUT.slotBytes();
    private static final String CORRUPT = "forebay_fetch_attempts_total{end=\"corrupt\"}";
    private static final String REPORTED = "forebay_stale_reports_total{reason=\"corrupt\"}";
    private static final String LOCKS = "forebay_transfer_locks_granted_total";

    @TempDir
    static Path folder = Path.of("");

    private NodeProcesses nodes;

    @BeforeAll
    void start() throws Exception {
        nodes = new NodeProcesses(folder);
        for (String name : List.of("a", "b", "reader", "late")) {
            nodes.startNode(name, 40);
        }
        save("a", PROMPT);
        save("b", PROMPT.subList(0, 8));
    }

    @AfterAll
    void stop() {
        nodes.close();
    }

    private void save(String node, List<BlockHash> hashes) {
        EngineClient engine = nodes.engine(node);
        engine.save(
                "save", hashes, (block, slot, bytes) -> bytes.copyFrom(MemorySegment.ofArray(content(block, slot))));
        assertTrue(engine.awaitHandoff("save", DEADLINE).isComplete(), node);
    }

    private static byte[] content(int block, int slot) {
        byte[] bytes = new byte[SLOT_BYTES];
        new SplittableRandom(1_000L * block + slot).nextBytes(bytes);
        return bytes;
    }

    /// Finds the block's first slot in the pool file of `a`, and flips bits of some bytes in it.
    private void damage() throws IOException {
        damage(folder.resolve("forebay-a-1.pool"), Arrays.copyOf(content(DAMAGED, 0), 256));
    }

    private static void damage(Path file, byte[] wanted) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer found = ByteBuffer.allocate(wanted.length);
            for (long at = 0; at < channel.size(); at += 4_096) {
                channel.read(found.clear(), at);
                if (Arrays.equals(found.array(), wanted)) {
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) ~wanted[100], (byte) ~wanted[101]}), at + 100);
                    return;
                }
            }
        }
        throw new AssertionError("the block is not in " + file);
    }

    /// Asks for blocks from `from` on and compares every byte of what comes.
    private List<Outcome> query(String node, int from, int to) {
        try (Loaded loaded =
                        nodes.engine(node).query("query " + from + " to " + to, PROMPT.subList(from, to), DEADLINE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(SLOT_BYTES);
            for (int block = 0; block < loaded.hits(); block++) {
                for (int slot = 0; slot < NodeProcesses.LAYOUT.slotCount(); slot++) {
                    assertTrue(loaded.copy(block, slot, copy));
                    assertEquals(
                            -1,
                            copy.mismatch(MemorySegment.ofArray(content(from + block, slot))),
                            "other bytes in block " + (from + block));
                }
            }
            return loaded.outcomes();
        }
    }

    /// Whom the master names for the damaged block.
    private List<String> owners(MasterChannel master) throws Exception {
        Namespace namespace = new Namespace("acceptance", "", NodeProcesses.LAYOUT.fingerprint());
        CompletableFuture<Answer<PrefixReply>> reply = new CompletableFuture<>();
        long timeout = DEADLINE.toNanos();
        master.queryPrefix(new PrefixQuery(namespace, List.of(PROMPT.get(DAMAGED))), timeout, reply::complete);
        if (reply.get(30, TimeUnit.SECONDS) instanceof Answer.Ok<PrefixReply>(PrefixReply found)) {
            return found.runs().stream()
                    .map(OwnerRun::node)
                    .map(Object::toString)
                    .toList();
        }
        throw new AssertionError("the master does not answer: " + reply);
    }

    @Test
    void aBlockDamagedAtItsOwnerIsNeverReadAndItsOwnerLearnsOfItAndLetsItGo() throws Exception {
        damage();
        assertEquals(Collections.nCopies(9, Outcome.PEER), query("reader", 0, 9));
        assertEquals(1, nodes.metric("reader", CORRUPT));
        nodes.awaitMetric("a", "forebay_suspects_corrupt_total", count -> count == 1);
        nodes.awaitMetric("a", "forebay_ledger_dirty_keys", count -> count == 0);
        assertEquals(1, nodes.metric("reader", REPORTED));
        assertEquals(8, nodes.metric("a", "forebay_blocks_resident"));
        assertEquals(0, nodes.metric("a", "forebay_evictions_total"));
        try (MasterChannel master = MasterChannel.connect(nodes.master(), ChannelSettings.defaults())) {
            long end = System.nanoTime() + DEADLINE.toNanos();
            while (owners(master).contains("a") && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertEquals(
                    List.of("b", "reader"), owners(master).stream().sorted().toList());
        }
        double locks = nodes.metric("a", LOCKS);
        assertEquals(List.of(Outcome.PEER), query("late", DAMAGED, DAMAGED + 1));
        assertEquals(locks, nodes.metric("a", LOCKS), "a is not asked for what it does not have");
        List<Outcome> own = query("a", 0, 9);
        assertEquals(Outcome.PEER, own.get(DAMAGED));
        assertFalse(own.stream().anyMatch(outcome -> !outcome.isHit()), own::toString);
        assertEquals(1, nodes.metric("reader", CORRUPT) + nodes.metric("late", CORRUPT) + nodes.metric("a", CORRUPT));
    }
}
