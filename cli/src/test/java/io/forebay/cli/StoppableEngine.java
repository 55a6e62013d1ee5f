package io.forebay.cli;

import io.forebay.client.EngineClient;
import io.forebay.client.EngineOptions;
import io.forebay.client.Loaded;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// An engine in a process of its own that a test stops and continues. It says `WRITING` or `READING` when it is in
/// the middle, goes on until its input says a line, and then says what became of it.
final class StoppableEngine {
    /// Two slots of 128 KiB: 256 KiB a block, so that a stop often meets a copy half done.
    static final Layout LAYOUT = new KvLayout(2, 1, 64 << 10, 4_096);

    static final BlockHash VICTIM = hash("victim");

    private StoppableEngine() {}

    static BlockHash hash(String name) {
        return BlockHash.of(name.getBytes(StandardCharsets.UTF_8));
    }

    /// The byte that every position of a block holds.
    static byte byteOf(BlockHash hash) {
        return (byte) (1 + Math.floorMod(hash.hashCode(), 100));
    }

    static EngineClient open(String node, String instance) {
        EngineClient client = EngineClient.open(EngineOptions.of(node, new InstanceId(instance), LAYOUT, "stoppable"));
        if (!client.awaitConnected(Duration.ofSeconds(20))) {
            throw new IllegalStateException("no answer from " + node);
        }
        return client;
    }

    /// Writes or reads until it is told to end.
    ///
    /// @param args `write` or `read`, and the node's address
    public static void main(String[] args) throws Exception {
        try (EngineClient client =
                open(args[1], "stoppable-" + ProcessHandle.current().pid())) {
            say(args[0].equals("write") ? write(client) : read(client));
        }
    }

    private static String write(EngineClient client) {
        var report = client.save("r", List.of(VICTIM), (block, slot, bytes) -> {
            say("WRITING");
            while (!isTold()) {
                bytes.fill((byte) 0xEE);
            }
        });
        return "failed=" + report.failed() + " written=" + report.written();
    }

    private static String read(EngineClient client) {
        int good = 0;
        int errors = 0;
        int wrong = 0;
        try (Loaded loaded = client.query("r", List.of(VICTIM), Duration.ofSeconds(5));
                Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(LAYOUT.slotBytes());
            say("READING");
            while (!isTold()) {
                if (!loaded.copy(0, 0, copy)) {
                    errors++;
                } else if (isWhole(copy)) {
                    good++;
                } else {
                    wrong++;
                }
            }
        }
        return "good=" + (good > 0) + " errors=" + (errors > 0) + " wrong=" + wrong;
    }

    private static boolean isWhole(MemorySegment copy) {
        for (long at = 0; at < copy.byteSize(); at++) {
            if (copy.get(ValueLayout.JAVA_BYTE, at) != byteOf(VICTIM)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTold() {
        try {
            return System.in.available() > 0;
        } catch (IOException e) {
            return true;
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
