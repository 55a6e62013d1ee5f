package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.KvLayout;
import io.forebay.memory.ssd.file.DirectoryTakenException;
import io.forebay.memory.ssd.log.FileDamage;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.ReadRefusal;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdRecord;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SsdTierTest {
    private static final KvLayout LAYOUT = (KvLayout) TestBlock.ALIGNED;

    @TempDir
    Path directory;

    @Test
    void whatIsStoredIsLoaded() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.store(1, TestBlock.ALIGNED);
            ssd.store(2, TestBlock.ODD);
            assertTrue(ssd.loads(1, TestBlock.ALIGNED));
            assertTrue(ssd.loads(2, TestBlock.ODD));
            assertEquals(Optional.empty(), ssd.read(3, TestBlock.ODD));
            assertEquals(2, ssd.gauges().stored());
            assertEquals(2, ssd.gauges().loaded());
            assertEquals(2, ssd.gauges().records());
        }
    }

    @Test
    void aCleanStopLeavesFootersAndEverythingIsThereAgain() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            for (int number = 0; number < 200; number++) {
                ssd.store(number, number % 2 == 0 ? TestBlock.ALIGNED : TestBlock.ODD);
            }
            ssd.tier.drop(TestBlock.key(7, TestBlock.ODD));
        }
        try (TestTier ssd = TestTier.open(directory)) {
            SsdInventory inventory = ssd.tier.inventory();
            assertEquals(199, inventory.records().size());
            assertEquals(List.of(), inventory.corrupt());
            assertEquals(0, inventory.devices().getFirst().scanned());
            assertEquals(List.of(), inventory.devices().getFirst().notes());
            assertEquals(199, ssd.gauges().records());
            for (SsdRecord record : inventory.records()) {
                assertEquals(
                        record.key().namespace().fingerprint(), record.layout().fingerprint());
                assertTrue(ssd.loads(TestBlock.number(record.key()), record.layout()));
            }
        }
    }

    @Test
    void aBlockIsWrittenOnce() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            TestBlock block = TestBlock.of(1, LAYOUT);
            CountDownLatch stall = ssd.directories.getFirst().stallWrites();
            TestTier.Told first = ssd.begin(block);
            ssd.refused(WriteRefusal.IN_FLIGHT, block);
            stall.countDown();
            TestTier.get(first.over);
            ssd.refused(WriteRefusal.PRESENT, block);
            assertEquals(1, ssd.tier.refused().get(WriteRefusal.IN_FLIGHT));
            assertEquals(1, ssd.tier.refused().get(WriteRefusal.PRESENT));
        }
    }

    @Test
    void aBlockThatNoFileCouldHoldIsRefused() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.refused(WriteRefusal.TOO_LARGE, TestBlock.of(1, new KvLayout(1, 1, 1 << 20, 1)));
        }
    }

    @Test
    void aFullQueueRefusesAndCounts() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            CountDownLatch stall = ssd.directories.getFirst().stallWrites();
            List<TestTier.Told> begun = new java.util.ArrayList<>();
            for (int number = 0; number < 64; number++) {
                begun.add(ssd.begin(TestBlock.of(number, LAYOUT)));
            }
            ssd.refused(WriteRefusal.QUEUE_FULL, TestBlock.of(100, LAYOUT));
            stall.countDown();
            begun.forEach(each -> TestTier.get(each.over));
            assertEquals(1, ssd.tier.refused().get(WriteRefusal.QUEUE_FULL));
            assertEquals(64, ssd.gauges().stored());
            assertEquals(0, ssd.gauges().queuedWriteBytes());
        }
    }

    @Test
    void wrongShapesAreRefusedAndNameTheirField() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.store(1, LAYOUT);
            try (SsdPin pin = ssd.tier.pin(TestBlock.key(1, LAYOUT)).orElseThrow()) {
                InvalidInput count = assertThrows(
                        InvalidInput.class,
                        () -> ssd.beginRead(pin, TestBlock.targets(new KvLayout(1, 1, 4_096, 1), 0)));
                assertEquals("targets", count.field());
                assertThrows(
                        InvalidInput.class, () -> ssd.beginRead(pin, TestBlock.targets(new KvLayout(2, 1, 9, 1), 0)));
            }
        }
    }

    @Test
    void aReadByKeyBringsWhatIsThereNow() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.store(1, LAYOUT);
            TestBlock block = TestBlock.of(1, LAYOUT);
            List<MemorySegment> targets = block.targets(0);
            TestTier.Told there = new TestTier.Told();
            ssd.tier.read(block.key(), targets, TestTier.MINUTE, there);
            assertInstanceOf(ReadOutcome.Loaded.class, TestTier.get(there.read));
            assertTrue(TestTier.get(there.over) && block.isIn(targets));
            assertEquals(0, ssd.gauges().pinned());
            assertThrows(
                    InvalidInput.class,
                    () -> ssd.tier.read(
                            block.key(),
                            TestBlock.targets(new KvLayout(1, 1, 4_096, 1), 0),
                            TestTier.MINUTE,
                            new TestTier.Told()));
            assertEquals(0, ssd.gauges().readsInFlight(), "what is refused takes no place");
            TestTier.Told none = new TestTier.Told();
            ssd.tier.read(TestBlock.key(2, LAYOUT), targets, TestTier.MINUTE, none);
            assertEquals(new ReadOutcome.Refused(ReadRefusal.GONE), TestTier.get(none.read));
            assertTrue(TestTier.get(none.over));
        }
    }

    @Test
    void whatIsDroppedIsGoneAndStaysAway() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.store(1, LAYOUT);
            SsdPin pin = ssd.tier.pin(TestBlock.key(1, LAYOUT)).orElseThrow();
            assertTrue(ssd.tier.drop(TestBlock.key(1, LAYOUT)));
            assertFalse(ssd.tier.drop(TestBlock.key(1, LAYOUT)));
            assertEquals(
                    new ReadOutcome.Refused(ReadRefusal.GONE),
                    TestTier.get(ssd.beginRead(pin, TestBlock.targets(LAYOUT, 0)).read));
            pin.close();
            assertTrue(ssd.sync());
            assertEquals(0, ssd.gauges().usedBytes());
        }
        try (TestTier ssd = TestTier.open(directory)) {
            assertFalse(ssd.has(1, LAYOUT));
            ssd.store(1, LAYOUT);
        }
        try (TestTier ssd = TestTier.open(directory)) {
            assertTrue(ssd.loads(1, LAYOUT), "a newer record is not buried by an older tombstone");
        }
    }

    @Test
    void aBlockThatIsDroppedWhileItIsWrittenIsNotStored() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.store(9, LAYOUT);
            CountDownLatch stall = ssd.directories.getFirst().stallWrites();
            TestTier.Told told = ssd.begin(TestBlock.of(1, LAYOUT));
            assertTrue(ssd.tier.drop(TestBlock.key(1, LAYOUT)));
            stall.countDown();
            assertEquals(
                    new io.forebay.memory.ssd.terms.WriteOutcome.Refused(WriteRefusal.DROPPED),
                    TestTier.get(told.write));
            assertFalse(ssd.has(1, LAYOUT));
        }
        try (TestTier ssd = TestTier.open(directory)) {
            assertFalse(ssd.has(1, LAYOUT));
            assertTrue(ssd.has(9, LAYOUT));
        }
    }

    @Test
    void aCorruptRecordIsOneMissAndIsTold() throws IOException {
        RecordingRetirement told = new RecordingRetirement();
        DeviceSettings device = new DeviceSettings(directory, 16 << 20);
        try (TestTier ssd = TestTier.open(TestTier.settings(), told, device)) {
            ssd.store(1, LAYOUT);
            ssd.store(2, LAYOUT);
        }
        FileDamage.flip(onlyLog(), 8 * (3 * 4_096) + 5);
        try (TestTier ssd = TestTier.open(TestTier.settings(), told, device)) {
            assertInstanceOf(ReadOutcome.Corrupt.class, ssd.read(1, LAYOUT).orElseThrow());
            assertEquals(Optional.empty(), ssd.read(1, LAYOUT));
            assertTrue(ssd.loads(2, LAYOUT));
            assertEquals(1, ssd.gauges().corrupt());
            assertEquals(List.of("CORRUPT [1]"), told.gone());
        }
        try (TestTier ssd = TestTier.open(TestTier.settings(), told, device)) {
            assertFalse(ssd.has(1, LAYOUT), "it stays away");
        }
    }

    @Test
    void aTornRecordIsNamedAndTheOthersAreThere() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.store(1, LAYOUT);
            ssd.store(2, LAYOUT);
        }
        // Five pages each, behind the one of the file.
        FileDamage.cut(onlyLog(), 9 * 4_096);
        try (TestTier ssd = TestTier.open(directory)) {
            assertEquals(List.of(TestBlock.key(2, LAYOUT)), ssd.tier.inventory().corrupt());
            assertEquals(1, ssd.tier.inventory().devices().getFirst().scanned());
            assertTrue(ssd.loads(1, LAYOUT));
        }
        try (TestTier ssd = TestTier.open(directory)) {
            assertEquals(0, ssd.tier.inventory().devices().getFirst().scanned(), "a start gives the file its footer");
            assertTrue(ssd.loads(1, LAYOUT));
        }
    }

    private Path onlyLog() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> logs =
                    files.filter(each -> each.toString().endsWith(".log")).toList();
            assertEquals(1, logs.size(), logs.toString());
            return logs.getFirst();
        }
    }

    @Test
    void ourLeftOversAreRemovedAndForeignFilesAreNot() throws IOException {
        Files.createDirectories(directory.resolve("sub"));
        Files.writeString(directory.resolve("forebay-junk.tmp"), "x");
        Files.writeString(directory.resolve("forebay-0000000000000001-0000000000000002.log"), "x");
        Files.writeString(directory.resolve("foo.txt"), "x");
        Files.writeString(directory.resolve("x.tmp"), "x");
        TestTier ssd = TestTier.open(directory);
        ssd.close();
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    List.of("LOCK", "foo.txt", "sub", "x.tmp"),
                    files.map(each -> each.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void aDirectoryInUseIsRefused() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.store(1, LAYOUT);
            DirectoryTakenException e = assertThrows(DirectoryTakenException.class, () -> TestTier.open(directory));
            assertTrue(String.valueOf(e.getMessage()).contains("in use by another process (forebay ssd of node)"));
            assertTrue(ssd.loads(1, LAYOUT), "the first one keeps it");
        }
        TestTier.open(directory).close();
    }

    @Test
    void anotherNodesDirectoryIsRefusedEvenIfThatIsNotRunning() throws IOException {
        TestTier.open(directory).close();
        SsdSettings mine = TestTier.settings();
        SsdSettings other = new SsdSettings("else", mine.fileBytes(), 1, 1, 1, 1, 1, 1, 1, true, false, 0, 90);
        DeviceSettings device = new DeviceSettings(directory, 16 << 20);
        DirectoryTakenException e = assertThrows(
                DirectoryTakenException.class, () -> TestTier.open(other, Retirement.UNREGISTERED, device));
        assertTrue(
                String.valueOf(e.getMessage()).contains("belongs to another node (forebay ssd of node), not to else"));
        TestTier.open(directory).close();
    }

    @Test
    void devicesTakeTurnsAndOneThatIsGoneTakesOnlyItsOwn() throws IOException {
        DeviceSettings one = new DeviceSettings(directory.resolve("one"), 16 << 20);
        DeviceSettings two = new DeviceSettings(directory.resolve("two"), 32 << 20);
        try (TestTier ssd = TestTier.open(TestTier.settings(), Retirement.UNREGISTERED, one, two)) {
            for (int number = 0; number < 300; number++) {
                ssd.store(number, LAYOUT);
            }
            long first = ssd.tier.gauges().get(0).records();
            long second = ssd.tier.gauges().get(1).records();
            assertEquals(300, first + second);
            assertTrue(second > 1.5 * first && second < 2.5 * first, first + " and " + second);
        }
        Files.move(directory.resolve("one"), directory.resolve("away"));
        Files.writeString(directory.resolve("one"), "not a directory");
        try (TestTier ssd = TestTier.open(TestTier.settings(), Retirement.UNREGISTERED, one, two)) {
            assertTrue(ssd.tier.inventory().devices().getFirst().failure().contains("one"));
            assertEquals(1, ssd.tier.gauges().size());
            assertEquals(ssd.gauges().records(), ssd.tier.inventory().records().size());
            ssd.store(1_000, LAYOUT);
        }
    }

    @Test
    void noDeviceAtAllIsAnError() {
        Path file = directory.resolve("file");
        assertThrows(IOException.class, () -> {
            Files.writeString(file, "not a directory");
            TestTier.open(file);
        });
    }

    @Test
    void aClosedTierRefuses() throws IOException {
        TestTier ssd = TestTier.open(directory);
        ssd.store(1, LAYOUT);
        SsdPin pin = ssd.tier.pin(TestBlock.key(1, LAYOUT)).orElseThrow();
        ssd.close();
        ssd.refused(WriteRefusal.CLOSED, TestBlock.of(2, LAYOUT));
        assertEquals(
                new ReadOutcome.Refused(ReadRefusal.CLOSED),
                TestTier.get(ssd.beginRead(pin, TestBlock.targets(LAYOUT, 0)).read));
    }

    @Test
    void aSyncIsSharedByThoseWhoAskMeanwhile() throws IOException {
        try (TestTier ssd = TestTier.open(directory)) {
            ssd.store(1, LAYOUT);
            CountDownLatch stall = ssd.directories.getFirst().stallWrites();
            int before = ssd.directories.getFirst().syncs.get();
            List<java.util.concurrent.CompletableFuture<Boolean>> asked = new java.util.ArrayList<>();
            for (int i = 0; i < 20; i++) {
                java.util.concurrent.CompletableFuture<Boolean> one = new java.util.concurrent.CompletableFuture<>();
                ssd.tier.sync(one::complete);
                asked.add(one);
            }
            stall.countDown();
            asked.forEach(each -> assertTrue(TestTier.get(each)));
            assertEquals(before + 1, ssd.directories.getFirst().syncs.get());
        }
    }

    @Test
    void withSyncedWritesNothingIsStoredBeforeASync() throws IOException {
        SsdSettings s = TestTier.settings();
        SsdSettings synced =
                new SsdSettings("node", s.fileBytes(), 2, 2, 8, 8, 1 << 20, s.ioDeadlineNanos(), 1, true, true, 25, 90);
        try (TestTier ssd = TestTier.open(synced, Retirement.UNREGISTERED, new DeviceSettings(directory, 16 << 20))) {
            ssd.store(1, LAYOUT);
            assertEquals(1, ssd.directories.getFirst().syncs.get());
            ssd.directories.getFirst().failSyncs.set(1);
            ssd.refused(WriteRefusal.IO_ERROR, TestBlock.of(2, LAYOUT));
            assertFalse(ssd.has(2, LAYOUT));
            ssd.store(2, LAYOUT);
        }
    }
}
