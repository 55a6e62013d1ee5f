package io.forebay.core.eviction;

/// Ages in bins that grow with the age, laid out by what the tier holds, since that is the scale on which blocks come
/// back in time or too late. Ages are counted in admissions. The last bin is open.
final class AgeBins {
    static final int COUNT = 20;

    private static final double FIRST_SHARE = 1.0 / 64;
    private static final double GROWTH = 1.6;

    private final double[] from = new double[COUNT];
    private final double[] width = new double[COUNT];

    /// @param capacity blocks that the tier holds
    AgeBins(int capacity) {
        width[0] = FIRST_SHARE * capacity;
        for (int bin = 1; bin < COUNT; bin++) {
            from[bin] = from[bin - 1] + width[bin - 1];
            width[bin] = (GROWTH - 1) * from[bin];
        }
    }

    int of(long age) {
        int low = 0;
        int high = COUNT - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (from[middle] <= age) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    double from(int bin) {
        return from[bin];
    }

    /// Of the open bin as wide as it would be if another followed.
    double width(int bin) {
        return width[bin];
    }

    double middle(int bin) {
        return from[bin] + width[bin] / 2;
    }
}
