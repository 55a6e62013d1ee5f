package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.Layout;
import io.forebay.memory.TestTmpfs;
import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.DiskDirectory;
import io.forebay.memory.ssd.file.StagingSlab;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.SsdFormat;
import io.forebay.memory.ssd.log.FileDamage;
import io.forebay.memory.ssd.log.FileInspector;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdSettings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A tier of several files, as it was left by a clean stop or by a kill, of which something is cut off or turned over:
/// it starts, gives no wrong byte, and has everything that was not damaged.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedTierTest {
    private static final int BLOCKS = 50;
    private static final int ROUNDS = 100;
    private static final Set<Long> DROPPED = Set.of(3L, 11L, 24L, 37L, 44L);

    @TempDir
    Path directory;

    /// A record of a file as it was before the damage.
    private record Placed(Path file, IndexEntry entry) {
        boolean isHitBy(Path damaged, long offset) {
            return file.equals(damaged)
                    && offset >= entry.offset()
                    && offset < entry.offset() + entry.headBytes() + entry.bodyBytes();
        }

        long number() {
            return TestBlock.number(entry.key());
        }
    }

    /// What a directory had: file names to bytes.
    private final List<Map<String, byte[]>> states = new ArrayList<>();

    private static Layout layout(long number) {
        return number % 3 == 0 ? TestBlock.ODD : TestBlock.ALIGNED;
    }

    private TestTier open() throws IOException {
        SsdSettings s = TestTier.settings();
        SsdSettings small = new SsdSettings(
                "node", 256 << 10, 2, 2, 64, 64, s.writeQueueBytes(), s.ioDeadlineNanos(), 1, true, false, 25, 90);
        return TestTier.open(small, Retirement.UNREGISTERED, new DeviceSettings(directory, 16 << 20));
    }

    private @Nullable TestTmpfs memory;

    /// In memory, since nothing here depends on a disk.
    @BeforeEach
    void write() throws IOException {
        memory = TestTmpfs.mount(directory, "size=64m");
        try (TestTier ssd = open()) {
            for (int number = 0; number < BLOCKS; number++) {
                ssd.store(number, layout(number));
                if (number == 30) {
                    DROPPED.forEach(each -> ssd.tier.drop(TestBlock.key(each, layout(each))));
                    assertTrue(ssd.sync());
                }
            }
            DROPPED.forEach(each -> ssd.tier.drop(TestBlock.key(each, layout(each))));
            assertTrue(ssd.sync());
            states.add(content());
        }
        states.add(content());
        assertTrue(TestTier.logs(directory).size() >= 4, "several files");
    }

    @AfterEach
    void unmount() throws IOException {
        if (memory != null) {
            memory.close();
        }
    }

    private Map<String, byte[]> content() throws IOException {
        Map<String, byte[]> content = new TreeMap<>();
        for (String each : TestTier.logs(directory)) {
            content.put(each, Files.readAllBytes(directory.resolve(each)));
        }
        return content;
    }

    /// Puts a state back; what it has.
    private List<Placed> restore(Map<String, byte[]> state) throws IOException {
        for (String each : TestTier.logs(directory)) {
            Files.delete(directory.resolve(each));
        }
        List<Placed> placed = new ArrayList<>();
        MemorySegment staging = Arena.ofAuto().allocate(StagingSlab.BUFFER_BYTES, SsdFormat.PAGE_BYTES);
        DiskDirectory reading = DiskDirectory.forReading(directory);
        for (Map.Entry<String, byte[]> each : state.entrySet()) {
            Path file = Files.write(directory.resolve(each.getKey()), each.getValue());
            try (BlockFile open = reading.open(each.getKey(), true)) {
                new FileInspector(open, FileId.parse(each.getKey()).orElseThrow(), staging)
                        .index()
                        .contents()
                        .records()
                        .forEach(entry -> placed.add(new Placed(file, entry)));
            }
        }
        placed.removeIf(each -> DROPPED.contains(each.number()));
        assertEquals(BLOCKS - DROPPED.size(), placed.size());
        return placed;
    }

    @Test
    void whereverAFileIsCutAllOthersAreThere() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, byte[]> state = states.get(round % 2);
            List<Placed> placed = restore(state);
            String name = List.copyOf(state.keySet()).get(random.nextInt(state.size()));
            Path file = directory.resolve(name);
            long size = random.nextLong(state.getOrDefault(name, new byte[0]).length);
            FileDamage.cut(file, size);
            try (TestTier ssd = open()) {
                for (Placed each : placed) {
                    boolean whole = !each.file.equals(file) || each.entry.endOffset() <= size;
                    boolean named = each.entry.offset() + each.entry.headBytes() <= size;
                    check(ssd, each, whole, named, "round " + round + ", " + name + " cut at " + size);
                }
                droppedIsRight(ssd);
            }
        }
    }

    @Test
    void whateverBitTurnsAllOthersAreThere() throws IOException {
        SplittableRandom random = new SplittableRandom(2);
        Map<String, Integer> kinds = new HashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            Map<String, byte[]> state = states.get(round % 2);
            List<Placed> placed = restore(state);
            Spot spot = round % 5 == 4 ? anywhere(state, random) : aHead(state, HEADS[round % 5], random);
            kinds.merge(spot.kind, 1, Integer::sum);
            Path file = directory.resolve(spot.name);
            FileDamage.flip(file, 8 * spot.offset + random.nextInt(8));
            boolean scanned = spot.kind.equals("FOREBAYF") || spot.kind.equals("FOREBAYE");
            try (TestTier ssd = open()) {
                boolean hasFooter =
                        !scanned && new String(state.get(spot.name), StandardCharsets.ISO_8859_1).contains("FOREBAYE");
                for (Placed each : placed) {
                    boolean named = !hasFooter && spot.offset >= each.entry.offset() + each.entry.headBytes();
                    check(ssd, each, !each.isHitBy(file, spot.offset), named, "round " + round + ", " + spot);
                }
                droppedIsRight(ssd);
            }
        }
        assertTrue(kinds.keySet().containsAll(List.of("FOREBAYR", "FOREBAYT", "FOREBAYF", "FOREBAYE")), "" + kinds);
    }

    private static final String[] HEADS = {"FOREBAYR", "FOREBAYT", "FOREBAYF", "FOREBAYE"};

    /// A byte of a file.
    private record Spot(String name, long offset, String kind) {}

    /// One of the first bytes of some item of a kind; anywhere if the state has none.
    private static Spot aHead(Map<String, byte[]> state, String kind, SplittableRandom random) {
        List<Spot> spots = new ArrayList<>();
        state.forEach((name, bytes) -> {
            for (int page = 0; page + 8 <= bytes.length; page += SsdFormat.PAGE_BYTES) {
                if (new String(bytes, page, 8, StandardCharsets.ISO_8859_1).equals(kind)) {
                    spots.add(new Spot(name, page + random.nextInt(120), kind));
                }
            }
        });
        return spots.isEmpty() ? anywhere(state, random) : spots.get(random.nextInt(spots.size()));
    }

    private static Spot anywhere(Map<String, byte[]> state, SplittableRandom random) {
        String name = List.copyOf(state.keySet()).get(random.nextInt(state.size()));
        return new Spot(name, random.nextInt(state.getOrDefault(name, new byte[1]).length), "anywhere");
    }

    private static void check(TestTier ssd, Placed each, boolean whole, boolean named, String what) {
        Optional<ReadOutcome> outcome = ssd.read(each.number(), layout(each.number()));
        if (whole) {
            assertTrue(outcome.filter(ReadOutcome.Loaded.class::isInstance).isPresent(), () -> what + ": " + each);
        } else {
            assertTrue(outcome.isEmpty() || outcome.get() instanceof ReadOutcome.Corrupt, () -> what + ": " + each);
            boolean told = outcome.isPresent() || ssd.tier.inventory().corrupt().contains(each.entry.key());
            assertTrue(told || !named, () -> what + ": it is not named: " + each);
        }
    }

    /// What was dropped comes back if its tombstone is damaged; its bytes are right all the same.
    private static void droppedIsRight(TestTier ssd) {
        DROPPED.forEach(number -> {
            Optional<ReadOutcome> outcome = ssd.read(number, layout(number));
            assertTrue(outcome.isEmpty() || !(outcome.get() instanceof ReadOutcome.Failed), "block " + number);
        });
    }
}
