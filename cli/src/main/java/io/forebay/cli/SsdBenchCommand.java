package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.ssd.SsdBench;
import io.forebay.bench.ssd.SsdBenchSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `forebay bench ssd [DIR]`.
@Command(
        name = "ssd",
        description = "The SSD log against fio past the page cache on the same file system: random reads of 1 MiB and"
                + " 64 KiB, verified; sequential writes of 1 MiB, synced; the processor time of each; and how fast a"
                + " start finds its blocks, against filling a map with as many.")
final class SsdBenchCommand extends BenchRun {
    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            defaultValue = "/var/tmp",
            description = "on the file system that is measured; needs six working sets of room (${DEFAULT-VALUE})")
    Path directory = Path.of("/var/tmp");

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "8",
            description = "I/Os under way at one time; as many blocks again wait (${DEFAULT-VALUE})")
    int inFlight;

    @Option(
            names = "--working-set",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.class,
            description = "read or written in one pass (${DEFAULT-VALUE})")
    long workingSetBytes;

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where the memory lies that is read into, 32 MiB (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Override
    List<BenchResult> measure() throws Exception {
        return SsdBench.run(new SsdBenchSettings(directory, poolDirectory, workingSetBytes, inFlight), rounds);
    }

    @Override
    String asked() {
        return "ssd " + directory + " --in-flight " + inFlight + " --working-set " + workingSetBytes + "B";
    }
}
