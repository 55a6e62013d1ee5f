package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.resp.RespBench;
import io.forebay.bench.resp.RespBenchSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `forebay bench resp`.
@Command(
        name = "resp",
        description = "The RESP gateway of a node against redis-server without persistence, both under redis-benchmark:"
                + " SET and GET of 1 MiB and of 4 KiB; checksums are on.")
final class RespBenchCommand extends BenchRun {
    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "8",
            description = "of redis-benchmark (${DEFAULT-VALUE})")
    int connections;

    @Option(
            names = "--pipeline",
            paramLabel = "N",
            defaultValue = "1",
            description = "requests under way on each connection (${DEFAULT-VALUE})")
    int pipeline;

    @Option(
            names = "--percent",
            paramLabel = "N",
            defaultValue = "100",
            description = "of the usual requests in a pass, 2,000 of 1 MiB and 60,000 of 4 KiB (${DEFAULT-VALUE})")
    int percent;

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where the node's pool lies; needs 2 GiB (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Override
    List<BenchResult> measure() throws Exception {
        return RespBench.run(
                new RespBenchSettings(Main.class.getName(), connections, pipeline, percent, poolDirectory), rounds);
    }

    @Override
    String asked() {
        return "resp --connections " + connections + " --pipeline " + pipeline + " --percent " + percent;
    }
}
