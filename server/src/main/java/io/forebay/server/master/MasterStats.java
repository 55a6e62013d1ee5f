package io.forebay.server.master;

import io.forebay.core.catalogue.CatalogueStats;
import io.forebay.core.catalogue.NodeStatus;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.events.EventFigures;
import java.util.List;
import java.util.Map;

/// A master's figures at one moment; an immutable snapshot for any thread.
///
/// @param epoch its incarnation
/// @param restarts how often the catalogue broke and started over
/// @param superseded how often a node was told that another process has its name
/// @param staleReports blocks that readers have reported, by what they met
/// @param waiting requests in the inbox
/// @param held prefix queries that wait until all they ask for is there
/// @param prefetch triggers and promotions
/// @param events the event stream
public record MasterStats(
        long epoch,
        long restarts,
        long superseded,
        Map<StaleReason, Long> staleReports,
        int waiting,
        int held,
        CatalogueStats catalogue,
        PrefetchStats prefetch,
        EventFigures events,
        List<NodeStatus> nodes) {
    public MasterStats {
        staleReports = Map.copyOf(staleReports);
        nodes = List.copyOf(nodes);
    }
}
