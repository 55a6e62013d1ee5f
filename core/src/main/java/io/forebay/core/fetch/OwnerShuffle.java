package io.forebay.core.fetch;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import java.util.Comparator;
import java.util.List;

/// An order of owners that looks random and is a function of the seed and the owners' names alone, so that a
/// simulation repeats it and readers with other seeds have another one.
///
/// The mixing multiplies by an odd number near 2^64 divided by the golden ratio, which carries every input bit into
/// the high half, and folds that half back, twice over. It spreads readers; it is no defence against chosen names.
record OwnerShuffle(long seed) {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /// The runs in this order; runs of one owner keep theirs.
    List<OwnerRun> of(List<OwnerRun> runs) {
        return runs.stream()
                .sorted(Comparator.comparingLong(run -> rank(run.node())))
                .toList();
    }

    private long rank(NodeId node) {
        return mix(seed ^ mix(node.name().hashCode()));
    }

    private static long mix(long value) {
        long once = value * GOLDEN;
        long twice = (once ^ (once >>> 32)) * GOLDEN;
        return twice ^ (twice >>> 32);
    }
}
