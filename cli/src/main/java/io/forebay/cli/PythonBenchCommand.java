package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.query.PythonQueryBench;
import io.forebay.bench.query.PythonQueryBench.Python;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `forebay bench python`.
@Command(
        name = "python",
        description =
                "A prefix query with its lease over resident blocks by the Python client, against the same call of"
                        + " the Java client at the same node.")
final class PythonBenchCommand extends BenchRun {
    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "10000",
            description = "resident, all asked for by each query (${DEFAULT-VALUE})")
    int blocks;

    @Option(
            names = "--python",
            paramLabel = "FILE",
            defaultValue = "/usr/bin/python3",
            description = "the interpreter (${DEFAULT-VALUE})")
    Path python = Path.of("/usr/bin/python3");

    @Option(
            names = "--sources",
            paramLabel = "DIR",
            defaultValue = "python",
            description = "a checkout's directory of the Python package, made by its `generate` (${DEFAULT-VALUE})")
    Path sources = Path.of("python");

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where the pool lies (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Override
    List<BenchResult> measure() throws Exception {
        return PythonQueryBench.run(new Python(python, sources), blocks, poolDirectory, rounds);
    }

    @Override
    String asked() {
        return "python --blocks " + blocks;
    }
}
