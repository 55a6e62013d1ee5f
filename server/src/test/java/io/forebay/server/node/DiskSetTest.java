package io.forebay.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.KvLayout;
import io.forebay.memory.Checksum;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.node.LocalDisk;
import io.forebay.server.logging.Logging;
import io.forebay.server.running.Closing;
import io.forebay.server.settings.LogConfig;
import io.forebay.server.settings.LogFormat;
import io.forebay.server.settings.LogLevel;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class DiskSetTest {
    private static final KvLayout LAYOUT = new KvLayout(2, 1, 2_048, 1);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    Path folder = Path.of("");

    @AfterEach
    void quiet() {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.ERROR), OutputStream.nullOutputStream());
    }

    private NodeConfig config() throws Exception {
        Path one = Files.createDirectories(folder.resolve("one"));
        Path two = Files.createDirectories(folder.resolve("two"));
        Map<String, String> flags = Map.of(
                "node.id",
                "n",
                "state.directory",
                folder.toString(),
                "pool.directory",
                folder.toString(),
                "pool.size",
                "4MiB",
                "ssd.directories",
                one + "," + two,
                "ssd.size",
                "16MiB");
        return NodeConfig.of(SettingsReader.read(Role.STANDALONE, Map.of(), Optional.empty(), Map.of(), flags));
    }

    private static void store(LocalDisk disk, int number) throws Exception {
        List<SsdSlot> slots = Stream.generate(() -> Arena.ofAuto().allocate(LAYOUT.slotBytes(), 4_096))
                .limit(LAYOUT.slotCount())
                .map(slot -> new SsdSlot(slot, Checksum.of(slot), 0))
                .toList();
        BlockKey key = new BlockKey(
                new Namespace("m", "", LAYOUT.fingerprint()), BlockHash.of(new byte[] {(byte) number, 1, 2, 3}));
        CompletableFuture<WriteOutcome> told = new CompletableFuture<>();
        disk.write(new SsdWrite(key, LAYOUT, slots), new WriteListener() {
            @Override
            public void finished(WriteOutcome outcome) {
                told.complete(outcome);
            }

            @Override
            public void over() {}
        });
        assertTrue(told.get(30, TimeUnit.SECONDS) instanceof WriteOutcome.Stored);
    }

    /// What the log says of the SSDs that are opened, of all together.
    private List<String> opened(int stores) throws Exception {
        out.reset();
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.INFO), out);
        try (Closing closing = new Closing()) {
            LocalDisk disk = DiskSet.open(config(), closing);
            for (int number = 0; number < stores; number++) {
                store(disk, number);
            }
        }
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("the SSDs are open"))
                .map(line -> line.substring(line.indexOf("INFO")))
                .toList();
    }

    @Test
    void aStartSaysOnceHowManyBlocksAreOnAllSsds() throws Exception {
        assertEquals(List.of("INFO  DiskSet the SSDs are open blocks=0"), opened(5));
        assertEquals(List.of("INFO  DiskSet the SSDs are open blocks=5"), opened(0));
    }
}
