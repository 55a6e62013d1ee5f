package io.forebay.server.master;

import io.forebay.server.metrics.Metrics;
import io.forebay.server.metrics.SnapshotMetrics;
import java.util.function.Supplier;

/// The master's metrics.
public final class MasterMetrics {
    private MasterMetrics() {}

    /// Adds them.
    public static void addTo(Metrics metrics, Supplier<MasterStats> stats) {
        SnapshotMetrics<MasterStats> master = metrics.from(stats);
        addMaster(master);
        addCatalogue(master);
        PrefetchMetrics.addTo(master);
        EventMetrics.addTo(master);
    }

    private static void addMaster(SnapshotMetrics<MasterStats> master) {
        master.gauge("catalogue_epoch", "The master's incarnation.", MasterStats::epoch)
                .counter("master_restarts", "Times the catalogue broke and started over.", MasterStats::restarts)
                .counter(
                        "master_superseded",
                        "Times a node was told that another process has its name.",
                        MasterStats::superseded)
                .counters(
                        "catalogue_stale_reports",
                        "Blocks that readers met at an owner not as the catalogue says.",
                        "reason",
                        MasterStats::staleReports)
                .gauge(
                        "catalogue_suspects",
                        "Replicas that owners have yet to be asked about.",
                        each -> each.catalogue().suspects())
                .counter(
                        "catalogue_suspects_dropped",
                        "Suspects that made place for later ones.",
                        each -> each.catalogue().suspectsDropped())
                .gauge(
                        "catalogue_router_leases",
                        "Replicas that must not be retired for now.",
                        each -> each.catalogue().leases())
                .gauge(
                        "catalogue_warming",
                        "1 while the master may not have heard of every block.",
                        each -> each.catalogue().warming() ? 1 : 0)
                .gauge("master_inbox_requests", "Requests that wait for the writer.", MasterStats::waiting)
                .gauge(
                        "master_held_queries",
                        "Prefix queries that wait until all they ask for is there.",
                        MasterStats::held);
    }

    private static void addCatalogue(SnapshotMetrics<MasterStats> master) {
        master.gauge(
                        "catalogue_sessions",
                        "Nodes with a session.",
                        each -> each.catalogue().sessions())
                .gauge(
                        "catalogue_visible_nodes",
                        "Nodes that queries may name.",
                        each -> each.catalogue().visibleNodes())
                .gauge(
                        "catalogue_namespaces",
                        "Namespaces with a block in memory.",
                        each -> each.catalogue().namespaces())
                .gauge(
                        "catalogue_blocks",
                        "Distinct blocks with a replica in memory.",
                        each -> each.catalogue().blocks())
                .gauge(
                        "catalogue_replicas",
                        "Replicas of open sessions in memory.",
                        each -> each.catalogue().replicas())
                .gauge(
                        "catalogue_replicas_on_ssd",
                        "Replicas of open sessions on SSD.",
                        each -> each.catalogue().onDisk())
                .gauge(
                        "catalogue_reclaimable_replicas",
                        "Replicas of ended sessions, not yet reclaimed.",
                        each -> each.catalogue().reclaimable());
    }
}
