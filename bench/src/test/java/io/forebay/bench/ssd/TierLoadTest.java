package io.forebay.bench.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class TierLoadTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void whatAPassWritesAnotherReadsAndAStartFinds() throws Exception {
        try (TierLoad load = new TierLoad(directory, directory, 64 << 20, 64 << 10, 4)) {
            load.write(40);
            load.write(24);
            load.read(64);
            assertEquals(64, load.blocks());
        }
        try (TierLoad load = new TierLoad(directory, directory, 64 << 20, 64 << 10, 4)) {
            assertEquals(64, load.blocks());
            load.read(64);
        }
    }

    @Test
    void theWarmPassDoesNotCountAndTwoMakeARound() {
        CpuTally tally = new CpuTally();
        for (double each : new double[] {9, 1, 3, 2, 2}) {
            tally.ours(each);
            tally.limit(each / 2);
        }
        assertEquals(2, tally.result("x").ours());
        assertEquals(1, tally.result("x").limit());
        assertEquals(0.5, tally.result("x").ratio(), "twice the time is half as good");
    }

    @Test
    void settingsOutOfBoundsAreNamed() {
        assertEquals(
                "--in-flight",
                assertThrows(InvalidInput.class, () -> new SsdBenchSettings(directory, directory, 1 << 30, 0))
                        .field());
        assertEquals(
                "--working-set",
                assertThrows(InvalidInput.class, () -> new SsdBenchSettings(directory, directory, 1, 8))
                        .field());
    }
}
