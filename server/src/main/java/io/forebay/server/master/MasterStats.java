package io.forebay.server.master;

import io.forebay.core.catalogue.CatalogueStats;
import io.forebay.core.catalogue.NodeStatus;
import java.util.List;

/// A master's figures at one moment; an immutable snapshot for any thread.
///
/// @param epoch its incarnation
/// @param restarts how often the catalogue broke and started over
/// @param superseded how often a node was told that another process has its name
/// @param waiting requests in the inbox
public record MasterStats(
        long epoch, long restarts, long superseded, int waiting, CatalogueStats catalogue, List<NodeStatus> nodes) {
    public MasterStats {
        nodes = List.copyOf(nodes);
    }
}
