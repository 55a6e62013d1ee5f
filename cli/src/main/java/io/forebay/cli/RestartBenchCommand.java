package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.recovery.RestartBench;
import io.forebay.bench.recovery.RestartBench.RestartSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `forebay bench restart`.
@Command(
        name = "restart",
        description =
                "A master killed with SIGKILL and started again beside two full nodes: the time until 99 %% of the"
                        + " blocks are found, against as many registrations without a wire; and fresh registrations"
                        + " meanwhile, against the same before. Real processes.")
final class RestartBenchCommand extends BenchRun {
    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "registered, half of them on each node, 4 KiB each (${DEFAULT-VALUE})")
    long blocks;

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where the pools lie (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Override
    List<BenchResult> measure() throws Exception {
        return RestartBench.run(new RestartSettings(Main.class.getName(), blocks, poolDirectory), rounds);
    }

    @Override
    String asked() {
        return "restart --blocks " + blocks;
    }
}
