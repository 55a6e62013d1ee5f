package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.log.FileDamage;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Devices of 16 files of 1 MiB; a record takes 20 KiB, so 50 fit a file.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReclaimTest {
    private static final Layout LAYOUT = TestBlock.ALIGNED;
    private static final long CAPACITY = 16 << 20;
    private static final int A_FILE = 50;
    private static final int ALL = 16 * A_FILE;

    @TempDir
    Path directory;

    private final RecordingRetirement retirement = new RecordingRetirement();

    private TestTier open() throws IOException {
        return TestTier.open(directory, retirement);
    }

    private static void fill(TestTier ssd, int from, int to) {
        for (int number = from; number < to; number++) {
            ssd.store(number, LAYOUT);
        }
    }

    private static List<Long> there(TestTier ssd, int to) {
        return LongStream.range(0, to)
                .filter(number -> ssd.has(number, LAYOUT))
                .boxed()
                .toList();
    }

    @Test
    void theOldestGoAndTheNewestStay() throws IOException {
        try (TestTier ssd = open()) {
            fill(ssd, 0, 3 * ALL);
            ssd.awaitMark();
            List<Long> there = there(ssd, 3 * ALL);
            assertTrue(there.size() >= 10 * A_FILE, "two thirds of the room are in use: " + there.size());
            assertEquals(3 * ALL - there.size(), there.getFirst(), "what is there is the newest");
            assertTrue(ssd.loads(there.getFirst(), LAYOUT) && ssd.loads(there.getLast(), LAYOUT));
            assertEquals(0, ssd.gauges().copiedBytes());
            assertEquals(3 * ALL - there.size(), ssd.gauges().evicted());
            assertTrue(ssd.gauges().writeAmplification() < 1.01);
        }
        try (TestTier ssd = open()) {
            assertEquals(ssd.gauges().records(), there(ssd, 3 * ALL).size());
        }
    }

    @Test
    void nothingGoesThatTheCatalogueHasNotForgotten() throws IOException {
        try (TestTier ssd = open()) {
            fill(ssd, 0, 2 * ALL);
            HashSet<Long> gone =
                    new HashSet<>(LongStream.range(0, 2 * ALL).boxed().toList());
            there(ssd, 2 * ALL).forEach(gone::remove);
            retirement.granted.forEach(key -> gone.remove(TestBlock.number(key)));
            assertEquals(new HashSet<>(), gone);
        }
    }

    @Test
    void theCapacityHoldsAtEveryMoment() throws Exception {
        try (TestTier ssd = open();
                ExecutorService writers = Executors.newFixedThreadPool(4)) {
            AtomicBoolean done = new AtomicBoolean();
            Future<Long> most = writers.submit(() -> {
                long found = 0;
                while (!done.get()) {
                    found = Math.max(found, onDisk());
                }
                return found;
            });
            List<Future<?>> all = new ArrayList<>();
            for (int writer = 0; writer < 3; writer++) {
                int from = writer * ALL;
                all.add(writers.submit(() -> fill(ssd, from, from + ALL)));
            }
            for (Future<?> each : all) {
                each.get();
            }
            done.set(true);
            assertTrue(most.get() <= CAPACITY, "there were " + most.get());
            assertTrue(most.get() >= CAPACITY * 3 / 4, "there were only " + most.get());
            assertTrue(ssd.gauges().fileBytes() <= CAPACITY);
        }
    }

    private long onDisk() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".log")).toList()) {
                bytes += Files.exists(file) ? file.toFile().length() : 0;
            }
        }
        return bytes;
    }

    @Test
    void whatTheCatalogueKeepsStaysAndWritesAreRefused() throws IOException {
        retirement.grants = key -> false;
        try (TestTier ssd = open()) {
            int stored = 0;
            while (ssd.write(TestBlock.of(stored, LAYOUT)) instanceof WriteOutcome.Stored) {
                stored++;
            }
            assertEquals(stored, there(ssd, stored).size());
            assertTrue(ssd.gauges().refusedWrites().getOrDefault(WriteRefusal.NO_ROOM, 0L) >= 1);
            assertEquals(0, ssd.gauges().evicted());
            retirement.grants = key -> true;
            TestTier.await(
                    "a file may be tried again",
                    () -> ssd.write(TestBlock.of(9_999, LAYOUT)) instanceof WriteOutcome.Stored);
            assertTrue(ssd.gauges().evicted() > 0);
        }
    }

    @Test
    void withoutAnAnswerNothingGoes() throws IOException {
        retirement.answers = false;
        try (TestTier ssd = open()) {
            int stored = 0;
            while (ssd.write(TestBlock.of(stored, LAYOUT)) instanceof WriteOutcome.Stored) {
                stored++;
            }
            assertEquals(stored, there(ssd, stored).size());
            assertTrue(
                    ssd.gauges().unanswered() > 0, "unanswered: " + ssd.gauges().unanswered());
            assertEquals(0, ssd.gauges().evicted());
        }
    }

    /// By then the catalogue has forgotten it, and would never hear of it again.
    @Test
    void whatIsGrantedTooLateStaysAndIsToBeRegisteredAgain() throws IOException {
        retirement.answers = false;
        try (TestTier ssd = open()) {
            int stored = 0;
            while (ssd.write(TestBlock.of(stored, LAYOUT)) instanceof WriteOutcome.Stored) {
                stored++;
            }
            TestTier.await("a proposal without an answer", () -> ssd.gauges().unanswered() > 0);
            retirement.unanswered.forEach(Runnable::run);
            assertFalse(retirement.granted.isEmpty());
            assertEquals(Set.copyOf(retirement.granted), Set.copyOf(retirement.stay));
            assertEquals(stored, there(ssd, stored).size());
        }
    }

    @Test
    void aPinnedRecordIsNeverReclaimed() throws IOException {
        try (TestTier ssd = open()) {
            fill(ssd, 0, 10);
            SsdPin pin = ssd.tier.pin(TestBlock.key(5, LAYOUT)).orElseThrow();
            fill(ssd, 10, 5 * ALL);
            assertEquals(List.of(5L), there(ssd, 10));
            assertTrue(ssd.loads(5, LAYOUT));
            assertFalse(retirement.proposed.contains(TestBlock.key(5, LAYOUT)));
            pin.close();
            assertEquals(0, ssd.gauges().pinned());
        }
    }

    @Test
    void aReadThatHangsKeepsItsFileAndNothingElse() throws IOException {
        try (TestTier ssd = open()) {
            fill(ssd, 0, A_FILE);
            TestBlock first = TestBlock.of(0, LAYOUT);
            List<java.lang.foreign.MemorySegment> targets = first.targets(0);
            CountDownLatch stall = ssd.directories.getFirst().stallReads();
            TestTier.Told told;
            try (SsdPin pin = ssd.tier.pin(first.key()).orElseThrow()) {
                told = ssd.beginRead(pin, targets);
            }
            TestTier.await(
                    "the read hangs",
                    () -> ssd.directories.getFirst().hangingReads.get() == 1);
            ssd.directories.getFirst().passReads(); // and no other one: reclaim reads, too
            fill(ssd, A_FILE, 2 * ALL);
            stall.countDown();
            assertInstanceOf(ReadOutcome.Loaded.class, TestTier.get(told.read));
            assertTrue(first.isIn(targets));
        }
    }

    /// The hot ones lie in many files, which have to go with all that is not used in them.
    @Test
    void whatIsUsedStaysWithinTheBoundOfCopying() throws IOException {
        try (TestTier ssd = open()) {
            List<Long> hot = new ArrayList<>();
            for (int number = 0; number < 10 * ALL; number++) {
                ssd.store(number, LAYOUT);
                if (number % 25 == 0 && number < 2 * ALL) {
                    hot.add((long) number);
                }
                if (number % A_FILE == 0) {
                    hot.forEach(each -> use(ssd, each));
                }
            }
            List<Long> there = there(ssd, 10 * ALL);
            assertTrue(there.containsAll(hot), () -> "missing of " + hot + ": " + there);
            assertTrue(ssd.gauges().copiedBytes() > 0);
            assertTrue(
                    ssd.gauges().writeAmplification() <= 100.0 / 75,
                    "amplification " + ssd.gauges().writeAmplification());
            assertTrue(ssd.loads(hot.get(3), LAYOUT));
        }
    }

    private static void use(TestTier ssd, long number) {
        try (SsdPin pin = ssd.tier.pin(TestBlock.key(number, LAYOUT)).orElseThrow()) {
            assertEquals(TestBlock.key(number, LAYOUT), pin.record().key());
        }
    }

    @Test
    void aRecordThatIsUsedAfterItWasProposedStays() throws IOException {
        TestTier[] holder = new TestTier[1];
        RecordingRetirement touching = new RecordingRetirement();
        touching.grants = key -> {
            if (TestBlock.number(key) == 7) {
                holder[0].tier.pin(key).ifPresent(SsdPin::close);
            }
            return true;
        };
        try (TestTier ssd = TestTier.open(directory, touching)) {
            holder[0] = ssd;
            fill(ssd, 0, ALL + A_FILE);
            assertTrue(touching.proposed.contains(TestBlock.key(7, LAYOUT)));
            assertEquals(List.of(7L), there(ssd, A_FILE - 10));
            assertEquals(List.of(TestBlock.key(7, LAYOUT)), touching.stay);
            assertTrue(ssd.loads(7, LAYOUT));
        }
    }

    @Test
    void filesOfWhichLittleIsLiveAreCopiedAndNothingIsEvicted() throws IOException {
        try (TestTier ssd = open()) {
            for (int number = 0; number < 6 * ALL; number++) {
                ssd.store(number, LAYOUT);
                if (number % 20 != 0) {
                    assertTrue(ssd.tier.drop(TestBlock.key(number, LAYOUT)));
                }
            }
            assertEquals(0, ssd.gauges().evicted());
            assertEquals(6 * ALL / 20, there(ssd, 6 * ALL).size());
            SsdGauges gauges = ssd.gauges();
            assertTrue(gauges.copiedBytes() > 0 && gauges.writeAmplification() < 1.4, gauges.toString());
        }
        try (TestTier ssd = open()) {
            assertEquals(
                    LongStream.range(0, 6 * ALL)
                            .filter(number -> number % 20 == 0)
                            .boxed()
                            .toList(),
                    there(ssd, 6 * ALL),
                    "what was dropped stays away, though its tombstones' files have gone");
            there(ssd, 6 * ALL).forEach(number -> assertTrue(ssd.loads(number, LAYOUT)));
        }
    }

    private static void drop(TestTier ssd, LongStream numbers) {
        numbers.forEach(number -> assertTrue(ssd.tier.drop(TestBlock.key(number, LAYOUT))));
    }

    @Test
    void aRecordThatProvesCorruptWhenItIsCopiedIsToldAndTheRestStays() throws IOException {
        try (TestTier ssd = open()) {
            fill(ssd, 0, A_FILE);
            drop(ssd, LongStream.range(4, A_FILE));
            assertTrue(ssd.sync());
            try (Stream<Path> logs = Files.list(directory)) {
                Path first = logs.filter(each -> each.toString().endsWith(".log"))
                        .sorted()
                        .findFirst()
                        .orElseThrow();
                FileDamage.flip(first, 8 * (4_096 + 5 * 4_096 + 4_096 + 77)); // in the second record's body
            }
            for (int number = A_FILE; number < ALL + A_FILE; number++) {
                ssd.store(number, LAYOUT);
                drop(ssd, LongStream.of(number).filter(each -> each % 2 == 0)); // so the first file is the emptiest
            }
            assertEquals(List.of(0L, 2L, 3L), there(ssd, A_FILE - 1));
            assertEquals(List.of(Retirement.Departure.CORRUPT + " [1]"), retirement.gone());
            assertEquals(1, ssd.gauges().corrupt());
        }
    }
}
