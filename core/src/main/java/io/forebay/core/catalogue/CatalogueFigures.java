package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A [Catalogue] for people and pages. Reads only.
record CatalogueFigures(Stock stock) {
    /// The catalogue in numbers. O(sessions).
    CatalogueStats stats(boolean warming, long nowNanos) {
        long reclaimable =
                stock.sessions().ended().stream().mapToLong(Session::replicas).sum();
        long ended = stock.sessions().ended().stream()
                .mapToLong(session -> session.in(Tier.MEMORY).replicas)
                .sum();
        return new CatalogueStats(
                stock.sessions().open().size(),
                (int) stock.sessions().open().stream()
                        .filter(session -> stock.isVisible(session, nowNanos))
                        .count(),
                stock.memory().namespaces(),
                stock.memory().blocks(),
                stock.memory().replicas() - ended,
                stock.disk().replicas() - (reclaimable - ended),
                reclaimable,
                stock.memory().leases().size(),
                stock.sessions().suspects(),
                stock.sessions().suspectsDropped(),
                warming);
    }

    /// The nodes with a session, in the order in which they opened it.
    List<NodeStatus> nodes(long nowNanos) {
        return stock.sessions().open().stream()
                .map(session -> new NodeStatus(
                        session.node,
                        session.boot,
                        session.id,
                        session.address,
                        session.httpAddress,
                        stock.isVisible(session, nowNanos),
                        session.draining,
                        session.silentNanos(nowNanos),
                        session.in(Tier.MEMORY).replicas,
                        session.in(Tier.LOCAL_DISK).replicas))
                .toList();
    }

    /// The replicas of the block of this hash in each namespace that has one, those in memory first. O(namespaces).
    Map<Namespace, List<ReplicaStatus>> replicas(BlockHash hash, long nowNanos) {
        Map<Namespace, List<ReplicaStatus>> all = new HashMap<>();
        for (Tier tier : Tier.values()) {
            stock.table(tier)
                    .replicas(hash, replica -> status(tier, replica, nowNanos))
                    .forEach((namespace, found) -> all.computeIfAbsent(namespace, each -> new ArrayList<>())
                            .addAll(found));
        }
        return all;
    }

    private ReplicaStatus status(Tier tier, Replica replica, long nowNanos) {
        return stock.status(
                tier, replica.session, new BlockKey(replica.block.shelf.namespace, replica.block.hash), nowNanos);
    }
}
