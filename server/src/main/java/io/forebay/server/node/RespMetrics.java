package io.forebay.server.node;

import io.forebay.gateway.resp.RespStats;
import io.forebay.server.metrics.Metrics;
import java.util.function.Supplier;

/// The metrics of a node's RESP gateway; a node without one has none of them.
final class RespMetrics {
    private RespMetrics() {}

    static void addTo(Metrics metrics, Supplier<RespStats> stats) {
        metrics.from(stats)
                .counters(
                        "resp_commands", "Commands of RESP clients by how they ended.", "outcome", RespStats::commands)
                .counters(
                        "resp_refusals",
                        "Commands and connections of RESP clients that were refused or ended.",
                        "cause",
                        RespStats::refusals)
                .counters("resp_bytes", "Bytes of RESP connections.", "direction", RespStats::bytes)
                .counter("resp_connections_opened", "RESP connections that were ever open.", RespStats::connected)
                .counter("resp_evictions", "Values of RESP clients that left memory for room.", RespStats::evictions)
                .counter(
                        "resp_evictions_unwritten",
                        "Of these, those that were still to be written to SSD: they are lost.",
                        RespStats::evictedUnwritten)
                .counter("resp_ssd_reads", "Values of RESP clients that were asked of SSD.", RespStats::loads)
                .counter("resp_ssd_writes", "Values of RESP clients written to SSD.", RespStats::writes)
                .gauge("resp_connections", "RESP connections open now.", RespStats::connections)
                .gauge("resp_keys", "Keys of RESP clients.", RespStats::keys)
                .gauge("resp_used_bytes", "Bytes of the pool that values of RESP clients take.", RespStats::usedBytes);
    }
}
