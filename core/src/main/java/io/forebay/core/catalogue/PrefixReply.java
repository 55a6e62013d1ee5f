package io.forebay.core.catalogue;

import java.util.List;

/// The reply to [PrefixQuery]: for each visible owner the run it can serve from the first hash on; then, from the end
/// of the longest run, the same again, until nobody has the next hash. So a plan can splice owners. Where nobody has
/// the next hash in memory, the runs from there are those of the owners' SSDs.
///
/// @param warming the master has started, and may not have heard yet of everything that nodes have: a block without an
///     owner may be found a little later
/// @param runs in ascending order of `from`; within one `from` the longest first, equal ones by node name
/// @param full visible owners together have every hash. Where many splices end the runs early, this is found out only
///     for a query that waits for it
public record PrefixReply(long masterEpoch, boolean warming, List<OwnerRun> runs, boolean full) implements Reply {
    public PrefixReply {
        runs = List.copyOf(runs);
    }

    /// Of a chain of which something is missing.
    public PrefixReply(long masterEpoch, boolean warming, List<OwnerRun> runs) {
        this(masterEpoch, warming, runs, false);
    }

    /// Leading hashes that the runs have without a hole.
    public int reach() {
        return reach(runs);
    }

    static int reach(List<OwnerRun> runs) {
        return runs.stream().mapToInt(OwnerRun::end).max().orElse(0);
    }
}
