package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.file.FaultyDirectory;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Writes on a device that fails, is full, is slow, or does half of what it is asked for. Each ends with an outcome,
/// is counted, and leaves nothing behind.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WriteFaultTest {
    private static final Layout LAYOUT = TestBlock.ALIGNED;
    private static final long CAPACITY = 16 << 20;

    @TempDir
    Path directory;

    private final RecordingRetirement retirement = new RecordingRetirement();

    private TestTier open(long ioDeadlineNanos) throws IOException {
        SsdSettings s = TestTier.settings();
        SsdSettings mine = new SsdSettings(
                "node",
                s.fileBytes(),
                4,
                3,
                64,
                64,
                s.writeQueueBytes(),
                ioDeadlineNanos,
                300_000_000L,
                true,
                false,
                25,
                90);
        return TestTier.open(mine, retirement, new DeviceSettings(directory, CAPACITY));
    }

    private TestTier open() throws IOException {
        return open(10_000_000_000L);
    }

    /// What a device may say to a write.
    enum Fault {
        EIO(WriteRefusal.IO_ERROR),
        ENOSPC(WriteRefusal.NO_ROOM);

        private final WriteRefusal refusal;

        Fault(WriteRefusal refusal) {
            this.refusal = refusal;
        }

        AtomicInteger of(FaultyDirectory device) {
            return switch (this) {
                case EIO -> device.failWrites;
                case ENOSPC -> device.noRoomForWrites;
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWriteThatFailsOnceIsRefusedAndTheNextOneIsStored(Fault fault) throws IOException {
        TestTier ssd = open();
        ssd.store(1, LAYOUT);
        fault.of(ssd.directories.getFirst()).set(1);
        ssd.refused(fault.refusal, TestBlock.of(2, LAYOUT));
        assertFalse(ssd.has(2, LAYOUT));
        assertEquals(1, ssd.gauges().ioErrors());
        assertEquals(fault == Fault.ENOSPC ? 1 : 0, ssd.gauges().enospc());
        assertEquals(1, ssd.gauges().refusedWrites().get(fault.refusal));
        ssd.store(2, LAYOUT);
        assertTrue(ssd.loads(1, LAYOUT) && ssd.loads(2, LAYOUT));
        ssd.closeWhole(directory);
        try (TestTier again = open()) {
            assertTrue(again.loads(1, LAYOUT) && again.loads(2, LAYOUT));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDeviceThatFailsEveryWriteIsLeftAloneAndThenTriedAgain(Fault fault) throws IOException {
        TestTier ssd = open();
        ssd.store(1, LAYOUT);
        fault.of(ssd.directories.getFirst()).set(FaultyDirectory.ALWAYS);
        List<TestTier.Told> begun = new ArrayList<>();
        for (int number = 10; number < 60; number++) {
            begun.add(ssd.begin(TestBlock.of(number, LAYOUT)));
        }
        int failed = 0;
        for (TestTier.Told each : begun) {
            WriteOutcome outcome = TestTier.get(each.write);
            assertTrue(TestTier.get(each.over));
            failed += outcome.equals(new WriteOutcome.Refused(fault.refusal)) ? 1 : 0;
            assertTrue(
                    outcome.equals(new WriteOutcome.Refused(fault.refusal))
                            || outcome.equals(new WriteOutcome.Refused(WriteRefusal.DEVICE_FAILING)),
                    outcome.toString());
        }
        assertTrue(failed >= 3 && failed <= 6, "so many are tried, and as many as have begun meanwhile: " + failed);
        assertEquals(failed, ssd.gauges().ioErrors());
        assertEquals(1, ssd.gauges().failing());
        ssd.refused(WriteRefusal.DEVICE_FAILING, TestBlock.of(2, LAYOUT));
        ssd.directories.getFirst().heal();
        TestTier.await("it is tried again", () -> ssd.write(TestBlock.of(3, LAYOUT)) instanceof WriteOutcome.Stored);
        assertTrue(ssd.loads(1, LAYOUT) && ssd.loads(3, LAYOUT));
        assertEquals(0, ssd.gauges().failing());
        ssd.closeWhole(directory);
    }

    @Test
    void halfWritesAreFinished() throws IOException {
        TestTier ssd = open();
        ssd.directories.getFirst().shortWrites.set(FaultyDirectory.ALWAYS);
        for (int number = 0; number < 60; number++) {
            ssd.store(number, number % 2 == 0 ? LAYOUT : TestBlock.ODD);
        }
        for (int number = 0; number < 60; number++) {
            assertTrue(ssd.loads(number, number % 2 == 0 ? LAYOUT : TestBlock.ODD));
        }
        ssd.closeWhole(directory);
    }

    /// The slots are told to be free only when nobody reads them any more.
    @Test
    void aWriteThatHangsIsRefusedAtItsDeadlineAndOverWhenItHasEnded() throws IOException {
        TestTier ssd = open(200_000_000);
        ssd.store(1, LAYOUT);
        CountDownLatch stall = ssd.directories.getFirst().stallWrites();
        List<TestTier.Told> begun = new ArrayList<>();
        for (int number = 2; number < 12; number++) {
            begun.add(ssd.begin(TestBlock.of(number, LAYOUT)));
        }
        for (TestTier.Told each : begun) {
            WriteOutcome outcome = TestTier.get(each.write);
            assertTrue(
                    outcome.equals(new WriteOutcome.Refused(WriteRefusal.TIMED_OUT))
                            || outcome.equals(new WriteOutcome.Refused(WriteRefusal.DEVICE_FAILING)),
                    outcome.toString());
        }
        TestTier.await(
                "all but one for each thread are over, each behind its outcome",
                () -> begun.stream().filter(each -> !each.over.isDone()).count() == 3);
        assertEquals(3, ssd.gauges().queuedWrites());
        assertTrue(ssd.gauges().timedOut() >= 3);
        assertEquals(1, ssd.gauges().failing());
        stall.countDown();
        begun.forEach(each -> assertTrue(TestTier.get(each.over)));
        begun.forEach(each -> assertFalse(TestTier.get(each.write) instanceof WriteOutcome.Stored));
        TestTier.await("it is tried again", () -> ssd.write(TestBlock.of(2, LAYOUT)) instanceof WriteOutcome.Stored);
        assertTrue(ssd.loads(2, LAYOUT));
        ssd.closeWhole(directory);
    }

    @Test
    void aFileThatCannotBeMadeRefusesWhatWaitsForIt() throws IOException {
        TestTier ssd = open();
        ssd.directories.getFirst().failCreations.set(1);
        ssd.refused(WriteRefusal.DEVICE_FAILING, TestBlock.of(1, LAYOUT));
        assertEquals(1, ssd.gauges().ioErrors());
        assertEquals(0, ssd.gauges().fileBytes());
        ssd.store(1, LAYOUT);
        ssd.closeWhole(directory);
    }

    @Test
    void aFileWhoseHeadCannotBeWrittenTakesNoRoom() throws IOException {
        TestTier ssd = open();
        ssd.directories.getFirst().failWrites.set(1);
        ssd.refused(WriteRefusal.DEVICE_FAILING, TestBlock.of(1, LAYOUT));
        assertEquals(0, ssd.gauges().fileBytes());
        assertEquals(List.of(), ssd.logs());
        ssd.store(1, LAYOUT);
        ssd.closeWhole(directory);
    }

    /// What is on the device counts, whatever became of the making of it.
    @Test
    void aFileThatCouldNeitherBeMadeNorDeletedKeepsItsRoom() throws IOException {
        TestTier ssd = open();
        ssd.directories.getFirst().failWrites.set(1);
        ssd.directories.getFirst().failDeletes.set(FaultyDirectory.ALWAYS);
        ssd.refused(WriteRefusal.DEVICE_FAILING, TestBlock.of(1, LAYOUT));
        assertEquals(1, ssd.logs().size());
        assertEquals(TestTier.MIB, ssd.gauges().fileBytes());
        ssd.directories.getFirst().heal();
        ssd.store(1, LAYOUT);
        assertEquals(2 * TestTier.MIB, ssd.gauges().fileBytes());
        ssd.closeWhole(directory);
        assertEquals(1, TestTier.logs(directory).size(), "a start removes what has nothing");
    }

    @Test
    void aFileThatHangsWhileItIsMadeEndsItsWritesAtTheirDeadlines() throws IOException {
        TestTier ssd = open(200_000_000);
        CountDownLatch stall = ssd.directories.getFirst().stallFiles();
        List<TestTier.Told> begun = new ArrayList<>();
        for (int number = 0; number < 5; number++) {
            begun.add(ssd.begin(TestBlock.of(number, LAYOUT)));
        }
        for (TestTier.Told each : begun) {
            assertFalse(TestTier.get(each.write) instanceof WriteOutcome.Stored);
            assertTrue(TestTier.get(each.over));
        }
        stall.countDown();
        TestTier.await("it is tried again", () -> ssd.write(TestBlock.of(9, LAYOUT)) instanceof WriteOutcome.Stored);
        ssd.closeWhole(directory);
    }

    /// 50 records of 20 KiB fit a file.
    private static int fill(TestTier ssd, int files) {
        for (int number = 0; number < files * 50; number++) {
            ssd.store(number, LAYOUT);
        }
        return files * 50;
    }

    @Test
    void aFileSystemThatIsFullOnceLosesTheOldestAndTheWriteIsStored() throws IOException {
        TestTier ssd = open();
        int stored = fill(ssd, 5);
        ssd.directories.getFirst().noRoomForFiles.set(1);
        for (int number = stored; number < stored + 50; number++) {
            ssd.store(number, LAYOUT);
        }
        assertEquals(1, ssd.gauges().enospc());
        assertTrue(
                ssd.gauges().evicted() > 0 && ssd.gauges().evicted() <= 150,
                ssd.gauges().toString());
        assertFalse(ssd.has(0, LAYOUT));
        assertTrue(ssd.loads(stored - 1, LAYOUT));
        assertTrue(
                retirement.gone().getFirst().startsWith("NO_SPACE [0, 1, 2"),
                retirement.gone().toString());
        assertEquals(List.of(), retirement.proposed, "nobody is asked when the disk is full");
        ssd.closeWhole(directory);
    }

    @Test
    void aFileSystemThatStaysFullRefusesAndKeepsWhatItHas() throws IOException {
        TestTier ssd = open();
        int stored = fill(ssd, 8);
        ssd.directories.getFirst().noRoomForFiles.set(FaultyDirectory.ALWAYS);
        int refused = 0;
        for (int number = stored; number < stored + 300; number++) {
            refused += ssd.write(TestBlock.of(number, LAYOUT)).equals(new WriteOutcome.Refused(WriteRefusal.NO_ROOM))
                    ? 1
                    : 0;
        }
        assertTrue(refused >= 200, "refused " + refused);
        assertTrue(
                ssd.gauges().evicted() <= 150, "it does not help, so it is not done again and again: " + ssd.gauges());
        assertTrue(ssd.loads(stored - 1, LAYOUT));
        assertTrue(ssd.gauges().enospc() >= 2);
        assertEquals(0, ssd.gauges().failing(), "a full device is no failing one");
        ssd.closeWhole(directory);
    }
}
