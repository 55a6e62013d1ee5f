package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.query.QueryBench;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `forebay bench query`.
@Command(
        name = "query",
        description = "A prefix query with its lease over resident blocks, inside a node and through the RPC, against a"
                + " bare walk of a hash map with the same keys.")
final class QueryBenchCommand extends BenchRun {
    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "32768",
            description = "resident, all asked for by each query (${DEFAULT-VALUE})")
    int blocks;

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where the pool lies (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Override
    List<BenchResult> measure() throws Exception {
        return QueryBench.run(blocks, poolDirectory, rounds);
    }

    @Override
    String asked() {
        return "query --blocks " + blocks;
    }
}
