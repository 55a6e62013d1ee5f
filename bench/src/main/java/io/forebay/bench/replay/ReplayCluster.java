package io.forebay.bench.replay;

import java.io.IOException;
import java.util.List;

/// The nodes that a replay plays on.
public interface ReplayCluster {
    /// The nodes that live, in ascending order of their numbers; at least one.
    List<ReplayNode> live();

    /// Kills a node as a power cut would; it stays away.
    void kill(int number) throws IOException;
}
