package io.forebay.core.eviction;

/// How likely blocks are to come back, learned from those that did and from how long all others have waited, by class
/// and age; and what that makes it worth to keep them.
///
/// A block of a class comes back at an age at a rate, times the [Factor]s of its group. Its worth is the Gittins index
/// of waiting for that: the most returns for the time that it is held, over all ages at which one might give it up.
/// Before anything is known, rates fall with the age alone, which is LRU.
///
/// Rates are taken from counts by [#refresh], not before. O(1), but for that: some 5,000 divisions. One thread.
final class ReturnRates implements Worth {
    private static final double DOUBT_REQUESTS = 4;
    private static final double FACTOR_DOUBT_REQUESTS = 8;
    private static final double COLD_RATE = 0.3;
    private static final double MAX_SCALE = 64;

    private final AgeBins bins;
    private final double[][] returns = new double[Group.CLASSES][AgeBins.COUNT];
    private final double[][] waits = new double[Group.CLASSES][AgeBins.COUNT];
    private final double[][] rate = new double[Group.CLASSES][AgeBins.COUNT];
    private final double[][] risen = new double[Group.CLASSES][AgeBins.COUNT];
    private final Factor newBlocks = new Factor(Group.NEW_BUCKETS);
    private final Factor hints = new Factor(Group.HINTS);
    private final double[] scale = new double[Group.COUNT];
    private final double[] coldRate = new double[AgeBins.COUNT];
    private final GittinsTable index;

    /// @param capacity blocks that the tier holds
    ReturnRates(int capacity) {
        bins = new AgeBins(capacity);
        index = new GittinsTable(bins);
        for (int bin = 0; bin < AgeBins.COUNT; bin++) {
            coldRate[bin] = COLD_RATE / (bins.middle(bin) + capacity / 4.0);
        }
        refresh(1);
    }

    /// So many blocks of the group came back at this age.
    void returned(int group, long age, int blocks) {
        returns[Group.blockClass(group)][bins.of(age)] += blocks;
        newBlocks.returned(Group.newBucket(group), blocks);
        hints.returned(Group.hint(group), blocks);
    }

    /// So many blocks of the group have waited from one age to another without coming back.
    void waited(int group, long fromAge, long toAge, int blocks) {
        int itsClass = Group.blockClass(group);
        double scaled = blocks * scale[group];
        int bin = bins.of(fromAge);
        double from = fromAge;
        while (from < toAge) {
            double end = bin == AgeBins.COUNT - 1 ? toAge : Math.min((double) toAge, bins.from(bin + 1));
            waits[itsClass][bin] += scaled * (end - from);
            from = end;
            bin++;
        }
        double due = scaled * (risenTo(itsClass, toAge) - risenTo(itsClass, fromAge));
        newBlocks.expected(Group.newBucket(group), due / newBlocks.weight(Group.newBucket(group)));
        hints.expected(Group.hint(group), due / hints.weight(Group.hint(group)));
    }

    /// The integral of the class's rate up to an age.
    private double risenTo(int itsClass, long age) {
        int bin = bins.of(age);
        return risen[itsClass][bin] + rate[itsClass][bin] * (age - bins.from(bin));
    }

    /// What was counted so far counts less from now on.
    void fade(double by) {
        for (int c = 0; c < Group.CLASSES; c++) {
            for (int bin = 0; bin < AgeBins.COUNT; bin++) {
                returns[c][bin] *= by;
                waits[c][bin] *= by;
            }
        }
        newBlocks.fade(by);
        hints.fade(by);
    }

    /// Takes what was counted into the rates. Doubt keeps a class near all classes, and all of them near LRU, until
    /// enough is counted.
    ///
    /// @param requestBlocks mean length of a request: what comes back together is one observation
    void refresh(double requestBlocks) {
        double doubt = DOUBT_REQUESTS * requestBlocks;
        double[] pooled = pooledRates(doubt);
        for (int c = 0; c < Group.CLASSES; c++) {
            double seen = doubt;
            double expected = doubt;
            for (int bin = 0; bin < AgeBins.COUNT; bin++) {
                seen += returns[c][bin];
                expected += waits[c][bin] * pooled[bin];
            }
            double sum = 0;
            for (int bin = 0; bin < AgeBins.COUNT; bin++) {
                double before = pooled[bin] * seen / expected;
                rate[c][bin] = (returns[c][bin] + doubt) / (waits[c][bin] + doubt / before);
                risen[c][bin] = sum;
                sum += rate[c][bin] * bins.width(bin);
            }
        }
        newBlocks.learn(FACTOR_DOUBT_REQUESTS * requestBlocks);
        hints.learn(FACTOR_DOUBT_REQUESTS * requestBlocks);
        for (int group = 0; group < Group.COUNT; group++) {
            double product = newBlocks.weight(Group.newBucket(group)) * hints.weight(Group.hint(group));
            scale[group] = Math.clamp(product, 1 / MAX_SCALE, MAX_SCALE);
        }
        index.fill(rate, scale);
    }

    private double[] pooledRates(double doubt) {
        double[] pooled = new double[AgeBins.COUNT];
        for (int bin = 0; bin < AgeBins.COUNT; bin++) {
            double seen = doubt;
            double waited = doubt / coldRate[bin];
            for (int c = 0; c < Group.CLASSES; c++) {
                seen += returns[c][bin];
                waited += waits[c][bin];
            }
            pooled[bin] = seen / waited;
        }
        return pooled;
    }

    @Override
    public double of(int group, long age) {
        return index.at(group, age);
    }
}
