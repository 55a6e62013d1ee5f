package io.forebay.bench;

import java.util.Arrays;
import java.util.List;

/// The middle of some values and how far they lie apart. Quartiles, not means: one round that the machine's other
/// tenants disturbed then changes neither.
///
/// @param lower a quarter of the values are at most this
/// @param median half of the values are at most this
/// @param upper three quarters of the values are at most this
public record Quartiles(double lower, double median, double upper) {
    /// Of at least one value; between two values the quartile is interpolated.
    public static Quartiles of(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    /// The smallest value that at least `share` of all do not exceed.
    public static double percentile(List<Double> values, double share) {
        List<Double> ascending = values.stream().sorted().toList();
        int rank = (int) Math.ceil(share * ascending.size());
        return ascending.get(Math.max(1, rank) - 1);
    }

    private static double at(double[] sorted, double share) {
        double position = share * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    /// The distance of the quartiles as a share of the median.
    public double spread() {
        return (upper - lower) / median;
    }
}
