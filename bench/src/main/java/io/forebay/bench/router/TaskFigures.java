package io.forebay.bench.router;

import io.forebay.bench.page.MetricsPage;

/// What a master and its nodes counted of promotions, a task once each; a JSON contract, to which fields are only
/// added.
///
/// Two sums have to hold. The master's: `admitted` = `completed` + `failed` + `expired` + `cancelled` + `superseded` +
/// `inFlight`. The nodes': `landed` = `used` + `wasted` + `unused`, where those that are left unused are among the
/// blocks in the buffers. A task that is late for one get is not over: it lands, and is used by another or wasted;
/// so `late` is no part of these sums.
///
/// @param admitted tasks
/// @param completed the block is registered in memory
/// @param failed the node could not
/// @param expired nobody read it in its time
/// @param cancelled nobody wanted it any more, or its SSD record or node was gone
/// @param superseded the block came to memory by another way
/// @param inFlight when the figures were read
/// @param landed blocks that came to memory by promotion
/// @param used of these, by a get or a peer
/// @param wasted of these, evicted unused
/// @param unused of these, left in memory
/// @param late reads of gets from SSD while the node had a task in hand for the same block
/// @param ssdReads blocks that nodes read from SSD, for whatever reason
/// @param sumsHold whether both hold
public record TaskFigures(
        long admitted,
        long completed,
        long failed,
        long expired,
        long cancelled,
        long superseded,
        long inFlight,
        long landed,
        long used,
        long wasted,
        long unused,
        long late,
        long ssdReads,
        boolean sumsHold) {
    /// @param master its page
    /// @param nodes the pages of all nodes
    static TaskFigures of(MetricsPage master, MetricsPage nodes) {
        long admitted = master.sum("promotion_admitted_total");
        long inFlight = master.sum("promotion_tasks");
        long landed = nodes.sum("promotions_landed_total");
        long used = nodes.sum("prefetch_blocks_used_total");
        long wasted = nodes.sum("prefetch_blocks_wasted_total");
        long unused = landed - used - wasted;
        boolean buffered = nodes.sum("prefetch_buffer_capacity_bytes") > 0;
        boolean nodesHold = !buffered || (unused >= 0 && unused <= nodes.sum("prefetch_buffer_blocks"));
        return new TaskFigures(
                admitted,
                ended(master, "completed"),
                ended(master, "failed"),
                ended(master, "expired"),
                ended(master, "cancelled"),
                ended(master, "superseded"),
                inFlight,
                landed,
                used,
                wasted,
                unused,
                nodes.sum("prefetch_blocks_late_total"),
                nodes.sum("ssd_blocks_read_total"),
                nodesHold && admitted == master.sum("promotion_ended_total") + inFlight);
    }

    private static long ended(MetricsPage master, String end) {
        return master.sum("promotion_ended_total", "end=\"" + end + "\"");
    }
}
