package io.forebay.server.cluster;

import io.forebay.server.page.Track;
import io.forebay.server.page.Window;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// The tracks of several nodes laid side by side by their steps, which are counted from 1970 by each node's own clock.
///
/// @param byNode by its name
/// @param lastStep the latest of all
record Tracks(Window window, Map<String, Track> byNode, long lastStep) {
    private static final String USED = "forebay_pool_used_bytes";
    private static final String CAPACITY = "forebay_pool_capacity_bytes";

    /// All of them added up. A step is a gap where no node knows it.
    Track together() {
        return new Track(window, lastStep, sums(Track::levels), sums(Track::increases));
    }

    private Map<String, double[]> sums(Function<Track, Map<String, double[]>> which) {
        Map<String, double[]> sums = new LinkedHashMap<>();
        byNode.values()
                .forEach(track -> which.apply(track).forEach((name, line) -> {
                    double[] sum = sums.computeIfAbsent(name, each -> gaps());
                    for (int index = 0; index < sum.length; index++) {
                        double more = at(track, line, index);
                        if (!Double.isNaN(more)) {
                            sum[index] = Double.isNaN(sum[index]) ? more : sum[index] + more;
                        }
                    }
                }));
        return sums;
    }

    /// How full the memory of each node was, from 0 to 1.
    Map<String, List<@Nullable Number>> shares() {
        Map<String, List<@Nullable Number>> shares = new TreeMap<>();
        byNode.forEach((name, track) -> {
            double[] used = track.levels().getOrDefault(USED, gaps());
            double[] capacity = track.levels().getOrDefault(CAPACITY, gaps());
            double[] share = new double[window.steps()];
            Arrays.setAll(share, index -> share(at(track, used, index), at(track, capacity, index)));
            shares.put(name, DoubleStream.of(share).mapToObj(Track::number).toList());
        });
        return shares;
    }

    private static double share(double used, double capacity) {
        double share = used / capacity;
        return Double.isNaN(share) ? share : Math.round(1e4 * share) / 1e4;
    }

    /// The number of a track's line at this step of ours.
    private double at(Track track, double[] line, int index) {
        long shifted = index + lastStep - track.lastStep();
        return shifted >= 0 && shifted < line.length ? line[(int) shifted] : Double.NaN;
    }

    private double[] gaps() {
        double[] gaps = new double[window.steps()];
        Arrays.fill(gaps, Double.NaN);
        return gaps;
    }
}
