package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.file.FaultyDirectory;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Syncs, deletions and ends on a device that fails; and one that fails beside one that doesn't.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeviceFaultTest {
    private static final Layout LAYOUT = TestBlock.ALIGNED;

    @TempDir
    Path directory;

    private final RecordingRetirement retirement = new RecordingRetirement();

    private TestTier open() throws IOException {
        return TestTier.open(TestTier.settings(), retirement, new DeviceSettings(directory, 16 << 20));
    }

    private static void fill(TestTier ssd, int from, int to) {
        for (int number = from; number < to; number++) {
            ssd.store(number, LAYOUT);
        }
    }

    /// The system says only once that it lost what it had to write: a later sync that succeeds says nothing of it.
    @Test
    void whatASyncCouldNotCoverGoesSoThatNoLaterOneCoversItFalsely() throws IOException {
        TestTier ssd = open();
        fill(ssd, 0, 5);
        assertTrue(ssd.sync());
        fill(ssd, 5, 10);
        ssd.directories.getFirst().failSyncs.set(1);
        assertFalse(ssd.sync());
        assertEquals(1, ssd.gauges().ioErrors());
        for (int number = 0; number < 10; number++) {
            assertEquals(number < 5, ssd.loads(number, LAYOUT), "block " + number);
        }
        assertEquals(List.of("UNSAFE [5, 6, 7, 8, 9]"), retirement.gone());
        fill(ssd, 5, 12);
        assertTrue(ssd.sync());
        assertEquals(2, ssd.logs().size(), "nothing more is written to the file that failed");
        ssd.closeWhole(directory);
        try (TestTier again = open()) {
            assertEquals(12, again.gauges().records());
        }
    }

    @Test
    void aFileOfWhichASyncFailedIsNotKeptForTheNextOne() throws IOException {
        TestTier ssd = open();
        fill(ssd, 0, 5);
        String broken = ssd.logs().getFirst();
        FaultyDirectory device = ssd.directories.getFirst();
        device.failSyncs.set(1);
        assertFalse(ssd.sync());
        fill(ssd, 5, 30 * 50);
        TestTier.await("other files have left", () -> device.recycled.size() > 1);
        TestTier.await("it has left", () -> device.deleted.contains(broken) || device.recycled.contains(broken));
        assertEquals(Set.of(broken), device.deleted);
        ssd.closeWhole(directory);
    }

    /// With the file's first bytes, and not while writes wait for the file.
    @Test
    void theNameOfANewFileIsMadeSafeOnce() throws IOException {
        TestTier ssd = open();
        fill(ssd, 0, 5);
        assertEquals(0, ssd.directories.getFirst().nameSyncs.get());
        assertTrue(ssd.sync());
        assertEquals(1, ssd.directories.getFirst().nameSyncs.get());
        fill(ssd, 5, 10);
        assertTrue(ssd.sync());
        assertEquals(1, ssd.directories.getFirst().nameSyncs.get());
        ssd.closeWhole(directory);
    }

    @Test
    void dropsThatASyncCouldNotCoverAreWrittenAgain() throws IOException {
        TestTier ssd = open();
        fill(ssd, 0, 5);
        assertTrue(ssd.sync());
        assertTrue(ssd.tier.drop(TestBlock.key(3, LAYOUT)));
        ssd.directories.getFirst().failSyncs.set(FaultyDirectory.ALWAYS);
        assertFalse(ssd.sync());
        ssd.directories.getFirst().heal();
        long before = ssd.gauges().deviceBytesWritten();
        assertTrue(ssd.sync());
        assertTrue(ssd.gauges().deviceBytesWritten() > before, "the tombstone went to another file");
        ssd.closeWhole(directory);
        try (TestTier again = open()) {
            assertFalse(again.has(3, LAYOUT));
            assertEquals(4, again.gauges().records());
        }
    }

    @Test
    void aTombstoneThatFailsOnceIsWrittenWithTheNextSync() throws IOException {
        TestTier ssd = open();
        fill(ssd, 0, 5);
        assertTrue(ssd.tier.drop(TestBlock.key(3, LAYOUT)));
        ssd.directories.getFirst().failWrites.set(1);
        assertFalse(ssd.sync());
        assertTrue(ssd.sync());
        ssd.closeWhole(directory);
        try (TestTier again = open()) {
            assertFalse(again.has(3, LAYOUT));
        }
    }

    @Test
    void aFileThatCannotBeDeletedIsTriedAgainAndCountsMeanwhile() throws IOException {
        TestTier ssd = open();
        fill(ssd, 0, 14 * 50);
        ssd.directories.getFirst().failDeletes.set(1);
        fill(ssd, 14 * 50, 30 * 50);
        assertTrue(ssd.gauges().ioErrors() == 1, ssd.gauges().toString());
        assertTrue(
                ssd.gauges().reclaimedFiles() >= 14, "reclaimed " + ssd.gauges().reclaimedFiles());
        assertTrue(ssd.gauges().fileBytes() <= 16 << 20);
        ssd.closeWhole(directory);
    }

    @Test
    void aDeviceWhoseFilesCannotBeDeletedRefusesWithinItsCapacity() throws IOException {
        TestTier ssd = open();
        ssd.directories.getFirst().failDeletes.set(FaultyDirectory.ALWAYS);
        int refused = 0;
        for (int number = 0; number < 24 * 50; number++) {
            refused += ssd.write(TestBlock.of(number, LAYOUT)) instanceof WriteOutcome.Refused ? 1 : 0;
        }
        assertTrue(refused > 0, "files of 16 MiB don't hold 24 MiB");
        assertTrue(ssd.gauges().fileBytes() <= 16 << 20);
        assertTrue(ssd.logs().size() <= 16);
        ssd.directories.getFirst().heal();
        TestTier.await(
                "it is tried again", () -> ssd.write(TestBlock.of(9_999, LAYOUT)) instanceof WriteOutcome.Stored);
        ssd.closeWhole(directory);
    }

    @Test
    void aFileThatGetsNoFooterIsScannedAtTheNextStart() throws IOException {
        TestTier ssd = open();
        fill(ssd, 0, 20);
        assertTrue(ssd.sync());
        ssd.directories.getFirst().failWrites.set(1);
        ssd.close();
        try (TestTier again = open()) {
            assertEquals(1, again.tier.inventory().devices().getFirst().scanned());
            for (int number = 0; number < 20; number++) {
                assertTrue(again.loads(number, LAYOUT));
            }
        }
    }

    /// It still takes room, and a new file must not be older than it.
    @Test
    void aFileThatCannotBeReadAtAStartIsLeftAndCounts() throws IOException {
        TestTier ssd = open();
        fill(ssd, 0, 120);
        ssd.close();
        List<String> before = TestTier.logs(directory);
        SsdSettings settings = TestTier.settings();
        DeviceSettings device = new DeviceSettings(directory, 16 << 20);
        try (TestTier again = TestTier.openWith(
                settings, retirement, faulty -> faulty.failReads.set(FaultyDirectory.ALWAYS), device)) {
            assertEquals(0, again.gauges().records());
            assertTrue(again.tier
                    .inventory()
                    .devices()
                    .getFirst()
                    .notes()
                    .getFirst()
                    .contains("cannot be read"));
            assertTrue(again.gauges().fileBytes() >= 2 << 20, again.gauges().toString());
            again.directories.getFirst().heal();
            fill(again, 0, 20 * 50);
            assertTrue(again.gauges().fileBytes() <= 16 << 20);
            List<String> after = TestTier.logs(directory);
            assertTrue(after.containsAll(before), "they are left for people to look at");
            assertEquals(before, after.subList(0, before.size()), "later files have higher numbers");
        }
    }

    @Test
    void aDeviceThatFailsTakesNothingFromTheOther() throws IOException {
        DeviceSettings one = new DeviceSettings(directory.resolve("one"), 16 << 20);
        DeviceSettings two = new DeviceSettings(directory.resolve("two"), 16 << 20);
        TestTier ssd = TestTier.open(TestTier.settings(), Retirement.UNREGISTERED, one, two);
        fill(ssd, 0, 200);
        assertTrue(ssd.sync());
        ssd.directories.getFirst().failAlways();
        int stored = 0;
        for (int number = 200; number < 400; number++) {
            stored += ssd.write(TestBlock.of(number, LAYOUT)) instanceof WriteOutcome.Stored ? 1 : 0;
        }
        assertTrue(stored >= 200 - 10, "a few are lost until the device is left alone: " + stored);
        assertEquals(
                List.of(1L, 0L),
                ssd.tier.gauges().stream().map(each -> each.failing()).toList());
        int loaded = 0;
        for (int number = 0; number < 200; number++) {
            ReadOutcome outcome = ssd.read(number, LAYOUT).orElseThrow();
            assertFalse(outcome instanceof ReadOutcome.Corrupt, "a device that fails corrupts nothing");
            loaded += outcome instanceof ReadOutcome.Loaded ? 1 : 0;
        }
        assertEquals(100, loaded, "those of the other device");
        assertTrue(ssd.tier.drop(TestBlock.key(0, LAYOUT)) && ssd.tier.drop(TestBlock.key(1, LAYOUT)));
        assertFalse(ssd.sync(), "one of them was on the device that fails");
        ssd.directories.getFirst().heal();
        TestTier.await("all are read again", () -> ssd.loads(2, LAYOUT) && ssd.loads(3, LAYOUT));
        for (int number = 2; number < 200; number++) {
            assertTrue(ssd.loads(number, LAYOUT));
        }
        ssd.closeWhole(directory.resolve("one"), directory.resolve("two"));
    }

    @Test
    void aClosedTierSaysThatItSyncedNothing() throws IOException {
        TestTier ssd = open();
        ssd.store(1, LAYOUT);
        ssd.close();
        assertFalse(ssd.sync());
    }

    /// Also those whose deadline is later than the patience of whoever closes.
    @Tag("long")
    @Test
    void anEndWhileADeviceHangsIsBoundedAndEveryCallHears() throws IOException {
        SsdSettings s = TestTier.settings();
        SsdSettings patient = new SsdSettings(
                "node", s.fileBytes(), 2, 2, 8, 8, s.writeQueueBytes(), 13_000_000_000L, 1, true, false, 25, 90);
        TestTier ssd = TestTier.open(patient, retirement, new DeviceSettings(directory, 16 << 20));
        fill(ssd, 0, 5);
        FaultyDirectory device = ssd.directories.getFirst();
        CountDownLatch stall = device.stallWrites();
        TestTier.Told write = ssd.begin(TestBlock.of(9, LAYOUT));
        CompletableFuture<Boolean> synced = new CompletableFuture<>();
        ssd.tier.sync(synced::complete);
        ssd.close();
        ssd.refused(WriteRefusal.CLOSED, TestBlock.of(10, LAYOUT));
        assertEquals(new WriteOutcome.Refused(WriteRefusal.TIMED_OUT), TestTier.get(write.write));
        assertFalse(write.over.isDone(), "its slots are still read from");
        stall.countDown();
        assertTrue(TestTier.get(write.over));
        TestTier.get(synced);
    }
}
