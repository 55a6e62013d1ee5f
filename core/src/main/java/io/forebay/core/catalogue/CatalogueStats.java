package io.forebay.core.catalogue;

/// The catalogue in numbers, for metrics and pages.
///
/// @param sessions open sessions, one for each node
/// @param visibleNodes nodes of these that queries may name
/// @param namespaces namespaces with at least one block in memory
/// @param blocks distinct blocks with at least one replica in memory, reclaimable ones included
/// @param replicas replicas of open sessions in memory
/// @param onDisk replicas of open sessions on SSD
/// @param reclaimable replicas of ended sessions, which nobody sees any more
/// @param leases router leases, some of them over and not yet swept
/// @param suspects replicas that readers suspect and that their owners have yet to be asked about
/// @param suspectsDropped suspects that made place for later ones, since the start
/// @param warming whether answers say that the master may not know everything
public record CatalogueStats(
        int sessions,
        int visibleNodes,
        int namespaces,
        long blocks,
        long replicas,
        long onDisk,
        long reclaimable,
        int leases,
        int suspects,
        long suspectsDropped,
        boolean warming) {}
