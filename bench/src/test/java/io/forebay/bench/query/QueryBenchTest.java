package io.forebay.bench.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.BenchResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QueryBenchTest {
    @Test
    void bothWaysFindEveryBlockAndNothingIsLeftBehind(@TempDir Path directory) throws Exception {
        List<BenchResult> results = QueryBench.run(200, directory, 7);
        assertEquals(
                List.of("query-inside", "query-rpc"),
                results.stream().map(BenchResult::name).toList());
        assertTrue(results.stream().allMatch(row -> row.ours() > 0 && row.limit() > 0));
        assertTrue(isEmpty(directory));
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            return left.findAny().isEmpty();
        }
    }
}
