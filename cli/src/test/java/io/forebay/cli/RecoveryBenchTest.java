package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.BenchResult;
import io.forebay.bench.prefetch.PrefetchBench;
import io.forebay.bench.prefetch.PrefetchBenchSettings;
import io.forebay.bench.recovery.FailoverBench;
import io.forebay.bench.recovery.FailoverBench.FailoverSettings;
import io.forebay.bench.recovery.RestartBench;
import io.forebay.bench.recovery.RestartBench.RestartSettings;
import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Measurements on real processes, small: each must meet what it is about, or it throws.
@Timeout(180)
final class RecoveryBenchTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void aKilledOwnerIsMetAndEveryBlockComesAllTheSame() throws Exception {
        FailoverSettings settings = new FailoverSettings(Main.class.getName(), "tcp", 50, directory);
        requireRows(List.of("failover-p99", "failover-worst"), FailoverBench.run(settings, 1));
    }

    @Test
    void aMasterThatStartsAgainFindsTheBlocks() throws Exception {
        RestartSettings settings = new RestartSettings(Main.class.getName(), 2_000, directory);
        requireRows(List.of("restart-findable", "restart-fresh-p99"), RestartBench.run(settings, 1));
    }

    @Test
    void whatIsTriggeredComesFromARealSsd() throws Exception {
        PrefetchBenchSettings settings = new PrefetchBenchSettings(Main.class.getName(), directory, directory, 16, 100);
        requireRows(List.of("trigger-p50", "trigger-p99", "queue-1", "queue-4"), PrefetchBench.run(settings, 1));
    }

    private static void requireRows(List<String> names, List<BenchResult> results) {
        assertEquals(names, results.stream().map(BenchResult::name).toList());
        assertTrue(results.stream().allMatch(row -> row.ours() > 0 && row.limit() > 0), results::toString);
    }

    @Test
    void tooLittleIsRefused() {
        assertThrows(InvalidInput.class, () -> new FailoverSettings("main", "tcp", 49, directory));
        assertThrows(InvalidInput.class, () -> new PrefetchBenchSettings("main", directory, directory, 15, 500));
        assertThrows(InvalidInput.class, () -> new PrefetchBenchSettings("main", directory, directory, 16, 99));
        assertThrows(InvalidInput.class, () -> new RestartSettings("main", 1_999, directory));
    }
}
