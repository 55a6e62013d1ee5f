package io.forebay.bench.region;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Quartiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// The `regions` measurement: [RegionLookup] under JMH, each number of regions against a single one. A search that is
/// O(log n) takes four times as long among 10,000 as among 10.
public final class RegionBench {
    private static final int WARM_ITERATIONS = 3;
    private static final TimeValue ITERATION = TimeValue.milliseconds(500);

    private RegionBench() {}

    /// Runs every number of regions for so many iterations, each in a JVM of its own.
    public static List<BenchResult> run(int iterations) throws RunnerException {
        Collection<RunResult> runs = new Runner(new OptionsBuilder()
                        .include(RegionLookup.class.getName())
                        .forks(1)
                        .warmupIterations(WARM_ITERATIONS)
                        .warmupTime(ITERATION)
                        .measurementIterations(iterations)
                        .measurementTime(ITERATION)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        List<BenchResult> rows = new ArrayList<>();
        double[] alone = new double[0];
        for (RunResult run : runs) {
            double[] nanos = nanos(run);
            if (alone.length == 0) {
                alone = nanos;
            }
            rows.add(row("regions-" + run.getParams().getParam("regions"), nanos, alone));
        }
        return rows;
    }

    private static double[] nanos(RunResult run) {
        return run.getAggregatedResult().getIterationResults().stream()
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
    }

    private static BenchResult row(String name, double[] nanos, double[] alone) {
        double ours = Quartiles.of(nanos).median();
        double limit = Quartiles.of(alone).median();
        return new BenchResult(
                name,
                "ns",
                ours,
                limit,
                Better.LOWER.ratio(ours, limit),
                Quartiles.of(nanos).spread());
    }
}
