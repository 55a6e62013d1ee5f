package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.file.FaultyDirectory;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.ReadRefusal;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdSettings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Reads of a device that fails, hangs, or gives half of what it is asked for.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadFaultTest {
    private static final Layout LAYOUT = TestBlock.ALIGNED;
    private static final int READ_QUEUE = 16;

    @TempDir
    Path directory;

    private TestTier open(long ioDeadlineNanos) throws IOException {
        SsdSettings s = TestTier.settings();
        SsdSettings mine = new SsdSettings(
                "node",
                s.fileBytes(),
                4,
                3,
                READ_QUEUE,
                64,
                s.writeQueueBytes(),
                ioDeadlineNanos,
                1,
                true,
                false,
                25,
                90);
        TestTier ssd = TestTier.open(mine, Retirement.UNREGISTERED, new DeviceSettings(directory, 16 << 20));
        for (int number = 0; number < 40; number++) {
            ssd.store(number, number % 2 == 0 ? LAYOUT : TestBlock.ODD);
        }
        return ssd;
    }

    /// A read under way, its pin let go at once.
    private record Asked(TestBlock block, List<MemorySegment> targets, TestTier.Told told) {}

    private static Asked begin(TestTier ssd, long number, long nanos) {
        TestBlock block = TestBlock.of(number, LAYOUT);
        List<MemorySegment> targets = block.targets(0);
        TestTier.Told told = new TestTier.Told();
        try (SsdPin pin = ssd.tier.pin(block.key()).orElseThrow()) {
            ssd.tier.read(pin, targets, nanos, told);
        }
        return new Asked(block, targets, told);
    }

    @Test
    void aReadThatFailsOnceIsAMissAndTheRecordStays() throws IOException {
        TestTier ssd = open(10_000_000_000L);
        ssd.directories.getFirst().failReads.set(1);
        assertEquals(
                new ReadOutcome.Failed("Input/output error"),
                ssd.read(2, LAYOUT).orElseThrow());
        assertEquals(1, ssd.gauges().ioErrors());
        assertEquals(0, ssd.gauges().corrupt());
        assertTrue(ssd.loads(2, LAYOUT));
        ssd.closeWhole(directory);
    }

    @Test
    void aDeviceThatFailsEveryReadIsLeftAloneAndThenTriedAgain() throws IOException {
        TestTier ssd = open(10_000_000_000L);
        ssd.directories.getFirst().failReads.set(FaultyDirectory.ALWAYS);
        for (int i = 0; i < 3; i++) {
            assertInstanceOf(ReadOutcome.Failed.class, ssd.read(2, LAYOUT).orElseThrow());
        }
        assertEquals(1, ssd.gauges().failing());
        assertEquals(Optional.of(new ReadOutcome.Refused(ReadRefusal.DEVICE_FAILING)), ssd.read(4, LAYOUT));
        assertEquals(3, ssd.gauges().ioErrors());
        ssd.directories.getFirst().heal();
        TestTier.await("it is tried again", () -> ssd.loads(2, LAYOUT));
        assertTrue(ssd.loads(4, LAYOUT));
        assertEquals(40, ssd.gauges().records());
        ssd.closeWhole(directory);
    }

    @Test
    void halfReadsAreFinished() throws IOException {
        TestTier ssd = open(10_000_000_000L);
        ssd.directories.getFirst().shortReads.set(FaultyDirectory.ALWAYS);
        for (int number = 0; number < 40; number++) {
            assertTrue(ssd.loads(number, number % 2 == 0 ? LAYOUT : TestBlock.ODD));
        }
        ssd.closeWhole(directory);
    }

    /// Its targets are told to be free only when nobody writes to them any more.
    @Test
    void aReadThatHangsTimesOutAndIsOverWhenItHasEnded() throws IOException {
        TestTier ssd = open(10_000_000_000L);
        CountDownLatch stall = ssd.directories.getFirst().stallReads();
        List<Asked> asked = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            asked.add(begin(ssd, 2L * number, 100_000_000));
        }
        for (Asked each : asked) {
            assertEquals(new ReadOutcome.TimedOut(), TestTier.get(each.told.read));
            assertFalse(each.told.over.isDone());
        }
        assertEquals(8, ssd.gauges().readsInFlight());
        assertEquals(8, ssd.gauges().timedOut());
        assertEquals(0, ssd.gauges().failing(), "its caller was in a hurry; that is not the device's fault");
        stall.countDown();
        asked.forEach(each -> assertTrue(TestTier.get(each.told.over)));
        assertEquals(0, ssd.gauges().loaded());
        assertTrue(ssd.loads(2, LAYOUT));
        ssd.closeWhole(directory);
    }

    @Test
    void aDeviceThatHangsBeyondItsOwnDeadlineIsLeftAlone() throws IOException {
        TestTier ssd = open(200_000_000);
        CountDownLatch stall = ssd.directories.getFirst().stallReads();
        List<Asked> asked =
                List.of(begin(ssd, 2, TestTier.MINUTE), begin(ssd, 4, TestTier.MINUTE), begin(ssd, 6, TestTier.MINUTE));
        asked.forEach(each -> assertEquals(new ReadOutcome.TimedOut(), TestTier.get(each.told.read)));
        TestTier.await("the device is blamed", () -> ssd.gauges().failing() == 1);
        assertEquals(Optional.of(new ReadOutcome.Refused(ReadRefusal.DEVICE_FAILING)), ssd.read(8, LAYOUT));
        stall.countDown();
        asked.forEach(each -> assertTrue(TestTier.get(each.told.over)));
        TestTier.await("it is tried again", () -> ssd.loads(8, LAYOUT));
        ssd.closeWhole(directory);
    }

    @Test
    void moreReadsThanMayBeUnderWayAreRefused() throws IOException {
        TestTier ssd = open(10_000_000_000L);
        CountDownLatch stall = ssd.directories.getFirst().stallReads();
        List<Asked> asked = new ArrayList<>();
        for (int i = 0; i < READ_QUEUE; i++) {
            asked.add(begin(ssd, 2, TestTier.MINUTE));
        }
        assertEquals(Optional.of(new ReadOutcome.Refused(ReadRefusal.QUEUE_FULL)), ssd.read(4, LAYOUT));
        stall.countDown();
        for (Asked each : asked) {
            assertInstanceOf(ReadOutcome.Loaded.class, TestTier.get(each.told.read));
            assertTrue(each.block.isIn(each.targets));
        }
        ssd.closeWhole(directory);
    }
}
