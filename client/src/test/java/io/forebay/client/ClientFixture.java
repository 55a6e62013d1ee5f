package io.forebay.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.EngineClient.BlockWriter;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Blocks whose every byte is known from their name, and clients that are connected.
final class ClientFixture {
    static final KvLayout LAYOUT = new KvLayout(2, 1, 700, 64);
    static final Duration SHORT = Duration.ofMillis(60);
    static final Duration LONG = Duration.ofSeconds(60);
    /// More than the 250 ms that are promised, so that a machine under load fails no test; far less than
    /// [#LONG].
    static final long SLACK_NANOS = 10_000_000_000L;

    private ClientFixture() {}

    static EngineOptions options(KvLayout layout) {
        return EngineOptions.of("node:1", new InstanceId("engine"), layout, "model")
                .withCallTimeout(LONG);
    }

    /// A client whose first attempt to connect has run.
    static EngineClient open(EngineOptions options, FakeHost host, FakeTimer timer) {
        EngineClient client = EngineClient.open(options, host, new Surroundings(System::nanoTime, () -> 0.0, timer));
        timer.run();
        return client;
    }

    static BlockHash hash(String name) {
        return BlockHash.of(name.getBytes(StandardCharsets.UTF_8));
    }

    static List<BlockHash> hashes(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> hash(prefix + i)).toList();
    }

    static BlockWriter writer(List<BlockHash> hashes) {
        return (block, slot, bytes) -> fill(hashes.get(block), slot, bytes);
    }

    static void fill(BlockHash hash, int slot, MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at++) {
            bytes.set(ValueLayout.JAVA_BYTE, at, expected(hash, slot, at));
        }
    }

    static byte expected(BlockHash hash, int slot, long at) {
        return (byte) (hash.hashCode() * 31L + slot * 17L + at * 7L);
    }

    static boolean holds(BlockHash hash, int slot, MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at) != expected(hash, slot, at)) {
                return false;
            }
        }
        return true;
    }

    /// Every slot of every hit, byte by byte and by checksum.
    static void assertExact(Loaded loaded, List<BlockHash> hashes, KvLayout layout) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(layout.slotBytes());
            for (int block = 0; block < loaded.hits(); block++) {
                for (int slot = 0; slot < layout.slotCount(); slot++) {
                    copy.fill((byte) 0);
                    assertTrue(loaded.copy(block, slot, copy), "block " + block + " slot " + slot);
                    assertTrue(holds(hashes.get(block), slot, copy), "bytes of block " + block + " slot " + slot);
                    assertTrue(loaded.verify(block, slot, copy), "checksum of block " + block + " slot " + slot);
                    assertTrue(holds(hashes.get(block), slot, loaded.view(block, slot)));
                }
                assertTrue(loaded.isCurrent(block));
            }
        }
    }

    static MemorySegment slotBuffer() {
        return MemorySegment.ofArray(new byte[(int) LAYOUT.slotBytes()]);
    }

    static List<BlockHash> concat(List<BlockHash> first, List<BlockHash> second) {
        List<BlockHash> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
