package io.forebay.server.node;

import io.forebay.memory.ArenaFigures;
import io.forebay.node.NodeStats;
import io.forebay.server.metrics.Metrics;
import io.forebay.server.metrics.SnapshotMetrics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// The node's metrics: each figure of [NodeStats] with its words. A test holds both tables against the node.
public final class NodeMetrics {
    /// What a count of [NodeStats#counts] means, by its name.
    static final Map<String, String> COUNTS = table(
            "save_blocks_sealed", "Blocks saved and sealed.",
            "save_blocks_present", "Blocks that a save found present.",
            "save_blocks_refused", "Blocks that a save had no room for.",
            "save_blocks_elsewhere", "Blocks that another instance was writing.",
            "save_blocks_dropped", "Reserved blocks dropped because nobody touched them.",
            "save_bytes_sealed", "Bytes saved and sealed.",
            "retirements_proposed", "Replicas that the master was asked to forget.",
            "evictions", "Blocks evicted from the main pool for room.",
            "blocks_dropped", "Blocks dropped on request that were in memory or on SSD.",
            "unilateral_frees_away", "Blocks evicted without a grant since the master was away.",
            "unilateral_frees_late", "Blocks evicted without a grant since the master did not answer in time.",
            "unilateral_frees_refused", "Blocks evicted without a grant since the master let nothing go.",
            "queries", "Queries of engines.",
            "fetch_failovers", "Fetches that went on to another owner.",
            "fetch_requeries", "Fetches that asked the master once more.",
            "fetch_joins", "Queries that waited for blocks that a fetch was bringing already.",
            "fetch_blocks_from_ssd", "Blocks that peers read from their SSDs for fetches of this node.",
            "master_queries", "Prefix queries asked of the master.",
            "master_query_failures", "Prefix queries that got no answer.",
            "master_sessions", "Sessions opened with a master.",
            "ledger_batches", "Ledger batches sent.",
            "ledger_repeats", "Ledger batches sent again.",
            "ledger_backfilled_blocks", "Blocks that a new session was told again.",
            "retirements_refused", "Retirements that the master refused.",
            "transfer_locks_granted", "Transfer locks granted to peers.",
            "transfer_locks_expired", "Transfer locks that peers did not release in time.",
            "engine_leases_expired", "Engine leases that were not released in time.",
            "handoffs_complete", "Barriers that reported everything registered.",
            "handoffs_degraded", "Barriers that reported something missing.",
            "handoff_blocks_unleased", "Blocks that barriers reported registered and could not cover.",
            "stale_reports_dropped", "Blocks not reported to the master since too many were waiting for it.",
            "suspects_corrupt", "Suspected blocks that were damaged and are served no more.",
            "suspects_absent", "Suspected blocks that this node did not have.",
            "suspects_unfounded", "Suspected blocks that proved good.",
            "suspects_dropped", "Suspected blocks not looked at since too many were waiting for it.",
            "ssd_blocks_written", "Blocks written to SSD.",
            "ssd_blocks_read", "Blocks read from SSD, and good.",
            "ssd_blocks_corrupt", "Blocks on SSD that were found damaged.",
            "ssd_blocks_evicted", "Blocks that left the SSD for room.",
            "ssd_bytes_read", "Bytes of blocks read from SSD.",
            "ssd_bytes_stored", "Bytes of blocks written to SSD for the first time.",
            "ssd_bytes_written", "Bytes written to SSD in all; divided by `ssd_bytes_stored`, write amplification.",
            "ssd_bytes_copied", "Bytes that were copied forward on SSD since they were still used.",
            "ssd_files_reclaimed", "Log files given back for room.",
            "ssd_io_errors", "Errors of SSDs.",
            "ssd_io_late", "Reads and writes of SSDs that did not end in time.",
            "ssd_full", "Times that a file system had less room than the node may take.",
            "ssd_retirements_unanswered", "Proposals to forget blocks on SSD that were not answered in time.",
            "pool_extents_elsewhere",
                    "Extents that came from another NUMA node than their rank's, whose arena was full.",
            "promotion_pulls", "Times that the master was asked for promotions.",
            "promotion_pull_failures", "Of these, those that were not answered.",
            "promotions_started", "Promotions that were begun: read from SSD, where there was room.",
            "promotions_landed", "Of these, those that brought their block to memory.",
            "promotions_superseded", "Of these, those whose block had come to memory by another way.",
            "promotions_failed", "Of these, those that did not.",
            "promotion_unknown_sources", "Promotions that a newer master asked for in a way this node does not know.",
            "prefetch_blocks_used", "Promoted blocks that were used, each counted once.",
            "prefetch_blocks_late", "Blocks that a query read from SSD while their promotion was still to come.",
            "prefetch_blocks_wasted", "Promoted blocks that went unused.",
            "prefetch_blocks_evicted", "Blocks that left the prefetch buffer for room, used or not.",
            "prefetch_blocks_given_up",
                    "Promotions that were over before they began here: too late, or wanted no more.",
            "loop_errors", "Requests that met an error of our own.");

    /// What a gauge of [NodeStats#gauges] means, by its name.
    static final Map<String, String> GAUGES = table(
            "pool_capacity_bytes", "Room for blocks.",
            "pool_used_bytes", "Bytes of the pool in use, quarantine included.",
            "pool_wasted_bytes", "Bytes of the pool in use that nobody asked for: what is missing to whole granules.",
            "pool_largest_free_bytes", "The largest extent that could be allocated now.",
            "pool_quarantined_bytes", "Bytes that somebody may still write.",
            "pool_held_bytes", "Bytes that leases and locks hold.",
            "pool_retiring_bytes", "Bytes that wait for the master's word to be freed.",
            "pool_passing_bytes",
                    "Bytes of blocks that are being read from SSD, or were and are free once nobody holds them.",
            "pool_leased_bytes", "Bytes that barriers have covered for a time.",
            "ssd_capacity_bytes", "Room for log files, or what the file systems have if that is less.",
            "ssd_file_bytes", "Bytes of log files.",
            "ssd_used_bytes", "Bytes of blocks on SSD, heads and padding included.",
            "ssd_blocks", "Blocks on SSD.",
            "ssd_blocks_pinned", "Blocks on SSD that somebody reads.",
            "ssd_write_queue_bytes", "Bytes that wait to be written to SSD or are being written.",
            "ssd_reads_in_flight", "Reads of SSDs under way.",
            "ssd_directories_failing", "SSD directories that failed lately and are left alone.",
            "blocks_resident", "Blocks in memory.",
            "blocks_in_flight", "Blocks that engines are writing.",
            "instances", "Registered engine instances.",
            "engine_leases", "Engine leases.",
            "transfer_locks", "Transfer locks.",
            "watches", "Full-prefix queries that wait for their last block or fetch.",
            "fetches", "Fetches under way.",
            "fetches_waiting", "Fetches that wait for their turn.",
            "fetch_bytes_in_flight", "Bytes that the attempts under way ask for.",
            "fetch_suppressed_pairs", "Peers and blocks that are not asked for together.",
            "fetch_open_breakers", "Peers that failed lately and are not asked freely.",
            "ledger_dirty_keys", "Keys whose registration the master does not know yet.",
            "ledger_registered_keys", "Keys that the master knows.",
            "ledger_ssd_dirty_keys", "Keys on SSD of which the master does not know yet whether they are there.",
            "ledger_ssd_registered_keys", "Keys on SSD that the master knows.",
            "prefetch_buffer_capacity_bytes", "Room for prefetched blocks.",
            "prefetch_buffer_used_bytes", "Bytes of that in use.",
            "prefetch_buffer_blocks", "Blocks in the prefetch buffer.",
            "promotion_tasks_held", "Promotions in this node's hands.",
            "node_draining", "1 while the node is being taken out of service.",
            "drain_blocks_unwritten", "Blocks that are to be written to SSD before a drained node is stopped.",
            "master_session_open", "1 with a session with the master.",
            "master_epoch", "The incarnation of the master that gave the session.");

    private NodeMetrics() {}

    /// Adds them.
    public static void addTo(Metrics metrics, Supplier<NodeStats> stats) {
        SnapshotMetrics<NodeStats> node = metrics.from(stats);
        COUNTS.forEach(
                (name, help) -> node.counter(name, help, each -> each.counts().getOrDefault(name, 0L)));
        GAUGES.forEach(
                (name, help) -> node.gauge(name, help, each -> each.gauges().getOrDefault(name, 0L)));
        node.gauges(
                        "pool_arena_capacity_bytes",
                        "Room for blocks in the memory of a NUMA node.",
                        "numa_node",
                        each -> each.byNumaNode(ArenaFigures::capacityBytes))
                .gauges(
                        "pool_arena_used_bytes",
                        "Bytes of that in use.",
                        "numa_node",
                        each -> each.byNumaNode(ArenaFigures::usedBytes))
                .gauges(
                        "pool_arena_largest_free_bytes",
                        "The largest extent that could be allocated there now.",
                        "numa_node",
                        each -> each.byNumaNode(ArenaFigures::largestFreeBytes));
        node.counters("query_blocks", "Blocks of queries by how they ended.", "outcome", NodeStats::outcomes)
                .counters(
                        "fetch_attempts",
                        "Attempts to fetch from an owner by how and why they ended.",
                        "end,cause",
                        NodeMetrics::attempts)
                .counters(
                        "stale_reports",
                        "Blocks reported to the master as not what it says of their owner.",
                        "reason",
                        NodeStats::staleReports)
                .counters("ssd_writes_refused", "Blocks not written to SSD, by why.", "cause", NodeStats::ssdRefusals)
                .counters("fabric_bytes", "Bytes read from peers, by fabric.", "fabric", NodeStats::fabricBytes);
    }

    private static Map<String, Long> attempts(NodeStats stats) {
        Map<String, Long> byEndAndCause = new LinkedHashMap<>();
        stats.attempts().forEach((cause, count) -> byEndAndCause.put(cause.end() + "," + cause, count));
        return byEndAndCause;
    }

    private static Map<String, String> table(String... namesAndHelp) {
        Map<String, String> table = new LinkedHashMap<>();
        for (int i = 0; i < namesAndHelp.length; i += 2) {
            table.put(namesAndHelp[i], namesAndHelp[i + 1]);
        }
        return table;
    }
}
