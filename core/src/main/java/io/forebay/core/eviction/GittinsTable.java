package io.forebay.core.eviction;

/// The Gittins index of waiting for a block to come back, by class, scale of its rates, and age:
/// `max over y of P(back before y) / E[time held until back or y]`. Filled for a grid of scales, two to an octave, and
/// the start of each age bin; in between it is interpolated in both directions.
final class GittinsTable {
    private static final int SCALES = 25;
    private static final int SCALE_ONE = 12;
    private static final double PER_OCTAVE = 2;
    private static final double NEGLIGIBLE = 1e-4;
    private static final double LN_2 = Math.log(2);

    private final AgeBins bins;
    private final double[][][] index = new double[Group.CLASSES][SCALES][AgeBins.COUNT];
    private final double[] position = new double[Group.COUNT];

    GittinsTable(AgeBins bins) {
        this.bins = bins;
    }

    /// @param rate of each class in each bin
    /// @param scale of each group
    void fill(double[][] rate, double[] scale) {
        for (int group = 0; group < Group.COUNT; group++) {
            position[group] = Math.clamp(SCALE_ONE + PER_OCTAVE * Math.log(scale[group]) / LN_2, 0, SCALES - 1);
        }
        for (int c = 0; c < Group.CLASSES; c++) {
            for (int j = 0; j < SCALES; j++) {
                fillRow(index[c][j], rate[c], Math.pow(2, (j - SCALE_ONE) / PER_OCTAVE));
            }
        }
    }

    private void fillRow(double[] row, double[] rate, double scale) {
        double[] back = new double[AgeBins.COUNT];
        for (int bin = 0; bin < AgeBins.COUNT; bin++) {
            back[bin] = -Math.expm1(-scale * rate[bin] * bins.width(bin));
        }
        for (int start = 0; start < AgeBins.COUNT; start++) {
            double waiting = 1;
            double returned = 0;
            double held = 0;
            double best = 0;
            for (int bin = start; bin < AgeBins.COUNT && waiting >= NEGLIGIBLE; bin++) {
                double now = waiting * back[bin];
                returned += now;
                held += now / (scale * rate[bin]);
                waiting -= now;
                best = Math.max(best, returned / held);
            }
            row[start] = best;
        }
    }

    double at(int group, long age) {
        double[][] ofClass = index[Group.blockClass(group)];
        int bin = bins.of(age);
        int next = Math.min(bin + 1, AgeBins.COUNT - 1);
        double inBin = Math.min(1, (age - bins.from(bin)) / bins.width(bin));
        int lower = (int) position[group];
        int upper = Math.min(lower + 1, SCALES - 1);
        double inScale = position[group] - lower;
        double low = ofClass[lower][bin] + inBin * (ofClass[lower][next] - ofClass[lower][bin]);
        double high = ofClass[upper][bin] + inBin * (ofClass[upper][next] - ofClass[upper][bin]);
        return low + inScale * (high - low);
    }
}
