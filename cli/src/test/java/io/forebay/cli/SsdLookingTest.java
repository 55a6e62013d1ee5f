package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.KvLayout;
import io.forebay.memory.Checksum;
import io.forebay.memory.ssd.PlatformParts;
import io.forebay.memory.ssd.SsdTier;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay fsck`, `ls` and `stat`: what they print, and what they refuse.
@Timeout(60)
final class SsdLookingTest {
    private static final KvLayout LAYOUT = new KvLayout(2, 1, 4_096, 4_096);
    private static final int PAGE = 4_096;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(args);
    }

    private int run(String command, Path directory, String... more) {
        return run(Stream.concat(Stream.of(command, directory.toString()), Stream.of(more))
                .toArray(String[]::new));
    }

    private SsdTier open() throws Exception {
        SsdSettings settings = SsdSettings.defaults("n1");
        return SsdTier.open(
                settings,
                List.of(new DeviceSettings(folder.resolve("ssd"), 8 << 20)),
                PlatformParts.of(settings, Retirement.UNREGISTERED));
    }

    private static BlockKey key(int number, String model) {
        return new BlockKey(
                new Namespace(model, "t", LAYOUT.fingerprint()), BlockHash.of(new byte[] {(byte) number, 1, 2, 3}));
    }

    private static void store(SsdTier tier, int number, String model) throws Exception {
        List<SsdSlot> slots = Stream.generate(() -> Arena.ofAuto().allocate(LAYOUT.slotBytes(), PAGE))
                .limit(LAYOUT.slotCount())
                .map(slot -> slot.fill((byte) number))
                .map(slot -> new SsdSlot(slot, Checksum.of(slot), 0))
                .toList();
        CompletableFuture<WriteOutcome> told = new CompletableFuture<>();
        tier.write(new SsdWrite(key(number, model), LAYOUT, slots), new WriteListener() {
            @Override
            public void finished(WriteOutcome outcome) {
                told.complete(outcome);
            }

            @Override
            public void over() {}
        });
        assertTrue(told.get(30, TimeUnit.SECONDS) instanceof WriteOutcome.Stored);
    }

    /// Five blocks of one model and three of another, one of them dropped.
    private Path written() throws Exception {
        try (SsdTier tier = open()) {
            for (int number = 0; number < 8; number++) {
                store(tier, number, number < 5 ? "llama" : "qwen");
            }
            assertTrue(tier.drop(key(2, "llama")));
            CompletableFuture<Boolean> synced = new CompletableFuture<>();
            tier.sync(synced::complete);
            assertTrue(synced.get(30, TimeUnit.SECONDS));
        }
        return folder.resolve("ssd");
    }

    private static Path firstLog(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.toString().endsWith(".log"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void flip(Path file, int offset) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= 4;
        Files.write(file, bytes);
    }

    private JsonNode json(String command, Path directory, int code, String... more) {
        Path file = folder.resolve("answer.json");
        String[] all = Stream.concat(Stream.of("--json", file.toString()), Stream.of(more))
                .toArray(String[]::new);
        assertEquals(code, run(command, directory, all), err::toString);
        return JsonMapper.shared().readTree(file.toFile());
    }

    @Test
    void aCleanDirectoryIsClean() throws Exception {
        Path directory = written();
        assertEquals(ExitCode.DONE, run("fsck", directory), out::toString);
        assertTrue(out.toString().contains("forebay ssd of n1"), out::toString);
        assertTrue(out.toString().contains("7 blocks count, 0 corrupt; clean"), out::toString);
        JsonNode answer = json("fsck", directory, ExitCode.DONE);
        assertTrue(answer.get("clean").asBoolean());
        assertEquals(7, answer.get("blocks").asInt());
    }

    @Test
    void whatIsNoHashOrLimitIsRefused() throws Exception {
        Path directory = written();
        assertEquals(ExitCode.USAGE, run("ls", directory, "--hash", "zz"));
        assertTrue(err.toString().contains("--hash: is 'zz'"), err::toString);
        assertEquals(ExitCode.USAGE, run("ls", directory, "--limit", "-1"));
        assertTrue(err.toString().contains("--limit: is -1"), err::toString);
    }

    @Test
    void anAnswerThatHasNowhereToGoIsRefusedBeforeAnythingIsRead() throws Exception {
        Path directory = written();
        Path nowhere = folder.resolve("missing").resolve("answer.json");
        assertEquals(ExitCode.USAGE, run("fsck", directory, "--json", nowhere.toString()));
        assertTrue(err.toString().contains("--json: cannot write " + nowhere), err::toString);
        assertEquals("", out.toString());
    }

    @Test
    void aDamagedBlockIsNamedAndNothingIsChanged() throws Exception {
        Path directory = written();
        Path log = firstLog(directory);
        flip(log, 3 * PAGE);
        byte[] before = Files.readAllBytes(log);
        JsonNode answer = json("fsck", directory, ExitCode.FAILED);
        assertTrue(out.toString().contains("1 corrupt; damaged"), out::toString);
        assertTrue(out.toString().contains("damaged: " + log.getFileName()), out::toString);
        assertEquals("00010203", answer.get("corrupt").get(0).asString());
        assertFalse(answer.get("clean").asBoolean());
        assertEquals(java.util.Arrays.hashCode(before), java.util.Arrays.hashCode(Files.readAllBytes(log)));
    }

    @Test
    void blocksAreListedAndFiltered() throws Exception {
        Path directory = written();
        assertEquals(ExitCode.DONE, run("ls", directory));
        assertEquals(8, out.toString().lines().count(), out::toString);
        assertTrue(out.toString().contains("7 of 7 blocks"), out::toString);
        assertFalse(out.toString().contains(" 02010203 "), "it was dropped");
        assertEquals(ExitCode.DONE, run("ls", directory, "--namespace", "qwen", "--limit", "2"));
        assertTrue(out.toString().contains("2 of 3 blocks"), out::toString);
        JsonNode answer = json("ls", directory, ExitCode.DONE, "--hash", "0601");
        assertEquals(1, answer.size());
        assertEquals(4 * PAGE, answer.get(0).get("bytes").asLong());
        assertTrue(answer.get(0).get("namespace").asString().startsWith("qwen/t/"));
    }

    @Test
    void figuresAddUp() throws Exception {
        Path directory = written();
        JsonNode answer = json("stat", directory, ExitCode.DONE);
        assertEquals(7, answer.get("live").asInt());
        assertEquals(7 * 5 * PAGE, answer.get("liveBytes").asLong());
        assertEquals(2, answer.get("namespaces").size());
        long inFiles = 0;
        for (JsonNode file : answer.get("files")) {
            assertTrue(file.get("footed").asBoolean());
            inFiles += file.get("live").asLong();
        }
        assertEquals(7, inFiles);
        assertTrue(out.toString().contains("7 blocks, 143,360 bytes live"), out::toString);
    }

    /// The last file has no footer then, and what it ends with may be a write under way.
    @Test
    void aRunningNodesDirectoryMayBeLookedAt() throws Exception {
        try (SsdTier tier = open()) {
            store(tier, 1, "llama");
            Path directory = folder.resolve("ssd");
            for (String command : List.of("fsck", "ls", "stat")) {
                assertEquals(ExitCode.DONE, run(command, directory), err::toString);
                assertTrue(err.toString().contains("the node is running"), err::toString);
            }
            flip(firstLog(directory), 3 * PAGE);
            assertEquals(ExitCode.DONE, run("fsck", directory));
            assertTrue(out.toString().contains("perhaps under way: "), out::toString);
            store(tier, 2, "llama");
        }
        assertEquals(ExitCode.FAILED, run("fsck", folder.resolve("ssd")), out::toString);
    }

    @Test
    void whatCannotBeLookedAtSaysWhyInOneLine() throws Exception {
        Path directory = written();
        byte[] page = Files.readAllBytes(firstLog(directory));
        page[8] = 9;
        java.util.zip.CRC32C checksum = new java.util.zip.CRC32C();
        java.util.Arrays.fill(page, 12, 16, (byte) 0);
        checksum.update(page, 0, PAGE);
        MemorySegment.ofArray(page)
                .set(java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED, 12, (int) checksum.getValue());
        Files.write(firstLog(directory), page);
        Path other = Files.createDirectory(folder.resolve("other"));
        Path file = Files.writeString(folder.resolve("file"), "x");
        for (String command : List.of("fsck", "ls", "stat")) {
            refused(command, directory, "has format 9; this build reads 1 only");
            refused(command, other, "is not the directory of an SSD device");
            refused(command, file, "is not a directory");
            refused(command, folder.resolve("missing"), "there is no such file or directory");
        }
        assertEquals(ExitCode.USAGE, run("fsck"));
    }

    private void refused(String command, Path directory, String why) {
        assertEquals(ExitCode.USAGE, run(command, directory), command);
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("forebay: ") && err.toString().contains(why), err::toString);
    }
}
