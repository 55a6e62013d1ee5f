package io.forebay.bench.ssd;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Quartiles;
import java.util.ArrayList;
import java.util.List;

/// The processor time that the passes of one contest took, ours and the limit's, beside what they were run for. The
/// first pass of each is the warm one and does not count; two of each make a round.
final class CpuTally {
    private final List<Double> ours = new ArrayList<>();
    private final List<Double> limit = new ArrayList<>();

    void ours(double secondsPerGigabyte) {
        ours.add(secondsPerGigabyte);
    }

    void limit(double secondsPerGigabyte) {
        limit.add(secondsPerGigabyte);
    }

    /// A row of its own: of a time, less is better.
    BenchResult result(String name) {
        double[] mine = rounds(ours);
        double[] best = rounds(limit);
        double[] ratio = new double[mine.length];
        for (int round = 0; round < ratio.length; round++) {
            ratio[round] = Better.LOWER.ratio(mine[round], best[round]);
        }
        Quartiles ratios = Quartiles.of(ratio);
        return new BenchResult(
                name,
                "s/GB",
                Quartiles.of(mine).median(),
                Quartiles.of(best).median(),
                ratios.median(),
                ratios.spread());
    }

    private static double[] rounds(List<Double> passes) {
        double[] rounds = new double[(passes.size() - 1) / 2];
        for (int round = 0; round < rounds.length; round++) {
            rounds[round] = (passes.get(2 * round + 1) + passes.get(2 * round + 2)) / 2;
        }
        return rounds;
    }
}
