package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.recovery.FailoverBench;
import io.forebay.bench.recovery.FailoverBench.FailoverSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `forebay bench failover`.
@Command(
        name = "failover",
        description = "Queries that meet an owner killed with SIGKILL while a second one lives, against queries of the"
                + " same cluster before; real processes.")
final class FailoverBenchCommand extends BenchRun {
    @Option(
            names = "--prompts",
            paramLabel = "N",
            defaultValue = "400",
            description = "read before the kill and around it, 16 blocks of 16 KiB each (${DEFAULT-VALUE})")
    int prompts;

    @Option(
            names = "--fabric",
            paramLabel = "NAME",
            defaultValue = "tcp",
            description = "map, tcp, ucx or auto (${DEFAULT-VALUE})")
    String fabric = "tcp";

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where the pools lie (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Override
    List<BenchResult> measure() throws Exception {
        return FailoverBench.run(new FailoverSettings(Main.class.getName(), fabric, prompts, poolDirectory), rounds);
    }

    @Override
    String asked() {
        return "failover --prompts " + prompts + " --fabric " + fabric;
    }
}
