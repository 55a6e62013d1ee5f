package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.file.FaultyDirectory;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.WriteOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Which records go, one by one. The device has 16 files of 1 MiB, two of which are kept free and two are open; a
/// record takes 20 KiB.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EvictionTest {
    private static final Layout LAYOUT = TestBlock.ALIGNED;
    private static final int RECORD_BYTES = 20 << 10;
    /// Nine tenths of what 12 files hold.
    private static final int MOST = (12 << 20) / 100 * 90 / RECORD_BYTES;

    private static final int MANY = 5_000;

    @TempDir
    Path directory;

    private final RecordingRetirement retirement = new RecordingRetirement();

    private TestTier open() throws IOException {
        return TestTier.open(directory, retirement);
    }

    /// Whatever stays may be copied.
    private TestTier openCopying() throws IOException {
        SsdSettings s = TestTier.settings();
        SsdSettings copying = new SsdSettings(
                s.owner(),
                s.fileBytes(),
                s.readThreads(),
                s.writeThreads(),
                s.readQueue(),
                s.writeQueue(),
                s.writeQueueBytes(),
                s.ioDeadlineNanos(),
                s.retirementNanos(),
                s.direct(),
                s.syncWrites(),
                90,
                s.livePercent());
        return TestTier.open(copying, retirement, new DeviceSettings(directory, 16 << 20));
    }

    private static boolean use(TestTier ssd, long number) {
        return ssd.tier
                .pin(TestBlock.key(number, LAYOUT))
                .map(pin -> {
                    pin.close();
                    return true;
                })
                .orElse(false);
    }

    private static Set<Long> there(TestTier ssd) {
        Set<Long> there = new TreeSet<>();
        for (long number = 0; number < MANY; number++) {
            if (ssd.has(number, LAYOUT)) {
                there.add(number);
            }
        }
        return there;
    }

    /// The same walk over a plain list; files must not show.
    @Test
    void theLeastRecentlyUsedGoOneByOneWhateverFilesTheyAreIn() throws IOException {
        try (TestTier ssd = openCopying()) {
            SplittableRandom random = new SplittableRandom(1);
            LinkedHashSet<Long> model = new LinkedHashSet<>();
            for (long number = 0; number < MANY; number++) {
                ssd.store(number, LAYOUT);
                model.add(number);
                while (model.size() > MOST) {
                    Iterator<Long> oldest = model.iterator();
                    oldest.next();
                    oldest.remove();
                }
                ssd.awaitMark();
                long again = number - random.nextLong(Math.min(number + 1, 2 * MOST));
                if (use(ssd, again)) {
                    assertTrue(model.remove(again), () -> "should have gone: " + again);
                    model.add(again);
                } else {
                    assertFalse(model.contains(again), () -> "should be there: " + again);
                }
            }
            assertEquals(new TreeSet<>(model), there(ssd));
            model.forEach(number -> assertTrue(ssd.loads(number, LAYOUT), "lost: " + number));
        }
    }

    @Test
    void whatHasGoneStaysAwayAfterARestart() throws IOException {
        Set<Long> there;
        try (TestTier ssd = open()) {
            for (long number = 0; number < MOST + 70; number++) {
                ssd.store(number, LAYOUT);
            }
            ssd.awaitMark();
            assertTrue(ssd.sync());
            there = there(ssd);
            assertEquals(70, ssd.gauges().evicted());
        }
        try (TestTier ssd = open()) {
            assertEquals(there, there(ssd));
        }
    }

    /// Nobody knows any more which was used last, so those that were written first go first.
    @Test
    void afterARestartTheFirstOnesGoFirst() throws IOException {
        try (TestTier ssd = open()) {
            for (long number = 0; number < MOST - 10; number++) {
                ssd.store(number, LAYOUT);
            }
        }
        try (TestTier ssd = open()) {
            for (long number = MOST - 10; number < MOST + 5; number++) {
                ssd.store(number, LAYOUT);
            }
            ssd.awaitMark();
            assertFalse(ssd.has(4, LAYOUT));
            assertTrue(ssd.has(5, LAYOUT));
        }
    }

    @Test
    void theRoomOfFilesThatNobodyCanReadIsNotRoomForRecords() throws IOException {
        try (TestTier ssd = open()) {
            for (long number = 0; number < 200; number++) {
                ssd.store(number, LAYOUT);
            }
        }
        DeviceSettings device = new DeviceSettings(directory, 16 << 20);
        try (TestTier ssd = TestTier.openWith(
                TestTier.settings(), retirement, faulty -> faulty.failReads.set(FaultyDirectory.ALWAYS), device)) {
            ssd.directories.getFirst().heal();
            long unreadable = ssd.gauges().fileBytes();
            assertTrue(unreadable > 3 << 20, ssd.gauges().toString());
            long most = ((12 << 20) - unreadable) / 100 * 90 / RECORD_BYTES;
            for (long number = 0; number < MOST + 20; number++) {
                ssd.store(number, LAYOUT);
            }
            TestTier.await("what is too much has gone", () -> ssd.gauges().usedBytes() <= most * RECORD_BYTES);
            assertEquals(most, there(ssd).size(), () -> ssd.gauges().toString());
            assertFalse(ssd.has(MOST + 19 - most, LAYOUT));
            assertTrue(ssd.has(MOST + 20 - most, LAYOUT));
        }
    }

    @Test
    void whatTheCatalogueRefusesStaysAndOthersGoInItsPlace() throws IOException {
        retirement.grants = key -> TestBlock.number(key) % 2 == 1;
        try (TestTier ssd = open()) {
            for (long number = 0; number < MOST + 20; number++) {
                ssd.store(number, LAYOUT);
            }
            ssd.awaitMark();
            Set<Long> there = there(ssd);
            assertTrue(there.contains(0L) && !there.contains(1L), there::toString);
            assertEquals(MOST, there.size());
        }
    }

    @Test
    void aPinnedRecordIsNotEvenProposed() throws IOException {
        try (TestTier ssd = open()) {
            ssd.store(0, LAYOUT);
            try (SsdPin pin = ssd.tier.pin(TestBlock.key(0, LAYOUT)).orElseThrow()) {
                for (long number = 1; number < MOST + 20; number++) {
                    ssd.store(number, LAYOUT);
                }
                ssd.awaitMark();
                assertTrue(ssd.has(0, LAYOUT) && !ssd.has(1, LAYOUT));
                assertFalse(retirement.proposed.contains(pin.record().key()));
            }
        }
    }

    /// What is kept and the tombstones have one file to go to. When that can't be made safe, and there is no room for
    /// another one, a file has to go whole.
    @Test
    void aFullDeviceWhoseKeptFileBrokeMakesRoomAndSyncsAgain() throws IOException {
        retirement.grants = key -> false;
        try (TestTier ssd = open()) {
            List<Long> stored = new ArrayList<>();
            for (long number = 0; ssd.write(TestBlock.of(number, LAYOUT)) instanceof WriteOutcome.Stored; number++) {
                stored.add(number);
            }
            assertTrue(ssd.sync());
            assertTrue(ssd.tier.drop(TestBlock.key(stored.get(7), LAYOUT)));
            ssd.directories.getFirst().failSyncs.set(FaultyDirectory.ALWAYS);
            assertFalse(ssd.sync());
            ssd.directories.getFirst().heal();
            assertTrue(ssd.gauges().fileBytes() > 15L << 20, "the kept file has the last room: " + ssd.gauges());
            retirement.grants = key -> true;
            TestTier.await("the tombstone is safe", ssd::sync);
            assertFalse(ssd.has(stored.get(7), LAYOUT));
            TestTier.await(
                    "a write is stored", () -> ssd.write(TestBlock.of(MANY, LAYOUT)) instanceof WriteOutcome.Stored);
            assertTrue(ssd.loads(MANY, LAYOUT));
            assertInstanceOf(WriteOutcome.Stored.class, ssd.write(TestBlock.of(stored.get(7), LAYOUT)));
        }
    }
}
