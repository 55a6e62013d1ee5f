package io.forebay.bench.replay;

import java.io.IOException;
import java.util.List;

/// The nodes that a replay plays on.
public interface ReplayCluster {
    /// The nodes that live, in ascending order of their numbers; at least one.
    List<ReplayNode> live();

    /// Does this to the cluster, and goes on: what comes back, comes back while the replay plays.
    ///
    /// @param heals whether a killed node starts again
    void carryOut(Fault fault, boolean heals) throws IOException;
}
