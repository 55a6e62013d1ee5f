package io.forebay.core.eviction;

import java.util.Arrays;

/// One thing that may say how likely blocks are to come back, in a few values: by which factor blocks of each value
/// came back more often than their classes alone would have it. A value of which little is known stays near 1.
final class Factor {
    private final double[] returns;
    private final double[] expected;
    private final double[] weight;

    Factor(int values) {
        returns = new double[values];
        expected = new double[values];
        weight = new double[values];
        Arrays.fill(weight, 1);
    }

    /// Blocks with this value came back.
    void returned(int value, double blocks) {
        returns[value] += blocks;
    }

    /// So many were to come back by all that is known beside this.
    void expected(int value, double blocks) {
        expected[value] += blocks;
    }

    double weight(int value) {
        return weight[value];
    }

    void fade(double by) {
        for (int value = 0; value < weight.length; value++) {
            returns[value] *= by;
            expected[value] *= by;
        }
    }

    /// Takes what was counted into the weights.
    ///
    /// @param doubt blocks that count as if they had come back as expected
    void learn(double doubt) {
        for (int value = 0; value < weight.length; value++) {
            weight[value] = (returns[value] + doubt) / (expected[value] + doubt);
        }
    }
}
