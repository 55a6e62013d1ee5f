package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.region.RegionBench;
import java.util.List;
import picocli.CommandLine.Command;

/// `forebay bench regions`.
@Command(
        name = "regions",
        description = "The look-up of a registered region among 1 to 10,000 of them, against a single one.")
final class RegionBenchCommand extends BenchRun {
    @Override
    List<BenchResult> measure() throws Exception {
        return RegionBench.run(rounds);
    }

    @Override
    String asked() {
        return "regions";
    }
}
