package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.prefetch.PrefetchBench;
import io.forebay.bench.prefetch.PrefetchBenchSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `forebay bench prefetch [DIR]`.
@Command(
        name = "prefetch",
        description =
                "From a router's trigger until its blocks of 1 MiB are in a node's prefetch buffer: one on an idle"
                        + " node, and many with one worker and with four, against bare reads of the same file system. Real"
                        + " processes.")
final class PrefetchBenchCommand extends BenchRun {
    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            defaultValue = "/var/tmp",
            description = "on the file system of the SSD; needs room for forty times the queue (${DEFAULT-VALUE})")
    Path directory = Path.of("/var/tmp");

    @Option(
            names = "--queued",
            paramLabel = "N",
            defaultValue = "1000",
            description = "blocks that are triggered at one time (${DEFAULT-VALUE})")
    int queued;

    @Option(
            names = "--warming",
            paramLabel = "N",
            defaultValue = "100000",
            description = "small blocks that a node brings before it is measured (${DEFAULT-VALUE})")
    int warming;

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where pool and buffer lie, ten times as large as the queue (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Override
    List<BenchResult> measure() throws Exception {
        return PrefetchBench.run(
                new PrefetchBenchSettings(Main.class.getName(), directory, poolDirectory, queued, warming), rounds);
    }

    @Override
    String asked() {
        return "prefetch " + directory + " --queued " + queued + " --warming " + warming;
    }
}
