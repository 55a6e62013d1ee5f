package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.peer.PeerBench;
import io.forebay.bench.peer.PeerSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `forebay bench peer`.
@Command(
        name = "peer",
        description = "Reads of a peer's memory by the map fabric against a C memcpy of the same blocks, by the tcp"
                + " fabric against iperf3, and by the ucx fabric against ucx_perftest; raw, and verified as a"
                + " node does.")
final class PeerBenchCommand extends BenchRun {
    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            defaultValue = "1MiB",
            converter = Size.class,
            description = "of one block, read as 4 slots (${DEFAULT-VALUE})")
    long blockBytes;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "16",
            description = "blocks on their way at one time (${DEFAULT-VALUE})")
    int inFlight;

    @Option(
            names = "--working-set",
            paramLabel = "SIZE",
            defaultValue = "1GiB",
            converter = Size.class,
            description = "read in one pass; as much memory on either side (${DEFAULT-VALUE})")
    long workingSetBytes;

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where the pools lie (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Override
    List<BenchResult> measure() throws Exception {
        return PeerBench.run(new PeerSettings(blockBytes, inFlight, workingSetBytes, poolDirectory), rounds);
    }

    @Override
    String asked() {
        return "peer --block-size " + blockBytes + "B --in-flight " + inFlight + " --working-set " + workingSetBytes
                + "B";
    }
}
