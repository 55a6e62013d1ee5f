package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.Loaded;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Prompts on [NodeProcesses]: blocks whose bytes follow from their names, saved by the engine of one node and asked
/// for
/// by that of another. One thread.
final class Prompts {
    static final Duration DEADLINE = Duration.ofSeconds(20);

    private final NodeProcesses nodes;
    private int asked;

    Prompts(NodeProcesses nodes) {
        this.nodes = nodes;
    }

    static List<BlockHash> hashes(String prompt, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> StoppableEngine.hash(prompt + "/" + i))
                .toList();
    }

    /// Saves blocks and waits until they are registered and leased.
    void save(String node, String prompt, int from, int to) {
        saveOnly(node, prompt, from, to);
        assertTrue(nodes.engine(node).awaitHandoff(prompt, DEADLINE).isComplete(), node + " registers " + prompt);
    }

    /// Without a barrier, whose lease would keep the blocks from being evicted.
    void saveOnly(String node, String prompt, int from, int to) {
        saveMarked(node, prompt, from, to, 0);
    }

    /// Like [#saveOnly]; every byte is moved by `mark`, so that two savings of one name can be told apart.
    void saveMarked(String node, String prompt, int from, int to, int mark) {
        List<BlockHash> hashes = hashes(prompt, from, to);
        nodes.engine(node).save(prompt, hashes, (block, slot, bytes) -> bytes.fill(byteOf(hashes.get(block), mark)));
    }

    private static byte byteOf(BlockHash hash, int mark) {
        return (byte) (StoppableEngine.byteOf(hash) + mark);
    }

    /// Asks for the first blocks of a prompt, each time in a new request, and compares every byte of what comes.
    List<Outcome> query(String node, String prompt, int blocks) {
        return queryMarked(node, prompt, blocks, 0);
    }

    /// Like [#query], of blocks that were saved with this mark.
    List<Outcome> queryMarked(String node, String prompt, int blocks, int mark) {
        List<BlockHash> hashes = hashes(prompt, 0, blocks);
        try (Loaded loaded = nodes.engine(node).query("ask-" + asked++, hashes, DEADLINE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(nodes.layout().slotBytes());
            for (int block = 0; block < loaded.hits(); block++) {
                for (int slot = 0; slot < nodes.layout().slotCount(); slot++) {
                    assertTrue(loaded.copy(block, slot, copy));
                    assertFilled(byteOf(hashes.get(block), mark), copy);
                }
            }
            return loaded.outcomes();
        }
    }

    private static void assertFilled(byte expected, MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at++) {
            assertEquals(expected, bytes.get(ValueLayout.JAVA_BYTE, at));
        }
    }
}
