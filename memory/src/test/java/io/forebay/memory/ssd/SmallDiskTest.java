package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.Layout;
import io.forebay.memory.TestTmpfs;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.WriteOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A file system that has less than the capacity says.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SmallDiskTest {
    private static final Layout LAYOUT = TestBlock.ALIGNED;
    private static final long CAPACITY = 128 << 20;

    @TempDir
    Path directory;

    private final RecordingRetirement retirement = new RecordingRetirement();

    private TestTier open() throws IOException {
        return TestTier.open(TestTier.settings(), retirement, new DeviceSettings(directory, CAPACITY));
    }

    @Test
    void writesGoOnWhenTheDiskIsHalfTheCapacity() throws IOException {
        try (TestTmpfs small = TestTmpfs.mount(directory, "size=64m")) {
            try (TestTier ssd = open()) {
                for (int number = 0; number < 8_000; number++) {
                    ssd.store(number, LAYOUT);
                }
                assertTrue(
                        ssd.gauges().capacityBytes() <= 64 << 20, ssd.gauges().toString());
                assertTrue(ssd.gauges().usedBytes() >= 52 << 20, ssd.gauges().toString());
                assertEquals(0, ssd.gauges().enospc(), "it is asked before it is full");
                assertEquals(List.of(), retirement.gone());
                assertTrue(ssd.loads(7_999, LAYOUT));
            }
            try (TestTier again = open()) {
                assertTrue(again.loads(7_999, LAYOUT));
                again.store(8_000, LAYOUT);
            }
            assertTrue(Files.isDirectory(small.directory()));
        }
    }

    /// Somebody else has filled it, lets go, and fills it again.
    @Test
    void writesGoOnWhileOthersTakeTheRoom() throws IOException {
        try (TestTmpfs small = TestTmpfs.mount(directory, "size=64m");
                TestTier ssd = open()) {
            Path foreign = small.directory().resolve("foreign");
            Files.write(foreign, new byte[40 << 20]);
            for (int number = 0; number < 2_000; number++) {
                ssd.store(number, LAYOUT);
            }
            assertTrue(ssd.gauges().capacityBytes() <= 24 << 20, ssd.gauges().toString());
            Files.delete(foreign);
            for (int number = 2_000; number < 6_000; number++) {
                ssd.store(number, LAYOUT);
            }
            assertTrue(ssd.gauges().usedBytes() >= 52 << 20, ssd.gauges().toString());
            assertThrows(IOException.class, () -> Files.write(foreign, new byte[40 << 20]));
            int stored = 0;
            for (int number = 6_000; number < 8_000; number++) {
                stored += ssd.write(TestBlock.of(number, LAYOUT)) instanceof WriteOutcome.Stored ? 1 : 0;
            }
            assertTrue(stored >= 1_900, "stored " + stored);
            assertEquals(
                    8_000 - ssd.gauges().records() - (2_000 - stored),
                    ssd.gauges().evicted(),
                    "each is accounted for");
        }
    }

    @Test
    void writesGoOnOnADiskThatIsSaidToBeSmall() throws IOException {
        try (TestTier ssd = open()) {
            ssd.directories.getFirst().diskBytes = 9 << 20;
            for (int number = 0; number < 2_000; number++) {
                ssd.store(number, LAYOUT);
            }
            assertTrue(ssd.gauges().fileBytes() <= 9 << 20, ssd.gauges().toString());
            assertTrue(ssd.gauges().evicted() > 0);
            assertEquals(List.of(), retirement.gone(), "the catalogue was asked");
        }
    }
}
