package io.forebay.bench.recovery;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Quartiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Milliseconds with a fault and without it, round by round. A fault cannot be had in ABBA order: without comes first,
/// in the same round and on the same processes. One thread.
final class Paired {
    private final List<List<Double>> faulty = new ArrayList<>();
    private final List<List<Double>> healthy = new ArrayList<>();

    void add(List<Double> withFault, List<Double> without) {
        if (withFault.isEmpty() || without.isEmpty()) {
            throw new IllegalStateException("a round met no call of a kind: raise its load");
        }
        faulty.add(withFault);
        healthy.add(without);
    }

    /// The percentile over the calls of all rounds; the spread is that of the rounds' own ratios.
    BenchResult row(String name, double share) {
        double[] ratios = new double[faulty.size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = Better.LOWER.ratio(
                    Quartiles.percentile(faulty.get(round), share), Quartiles.percentile(healthy.get(round), share));
        }
        double ours = Quartiles.percentile(together(faulty), share);
        double limit = Quartiles.percentile(together(healthy), share);
        return new BenchResult(
                name,
                "ms",
                ours,
                limit,
                Better.LOWER.ratio(ours, limit),
                Quartiles.of(ratios).spread());
    }

    private static List<Double> together(List<List<Double>> rounds) {
        return rounds.stream().flatMap(Collection::stream).toList();
    }
}
