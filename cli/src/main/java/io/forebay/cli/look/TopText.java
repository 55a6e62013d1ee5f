package io.forebay.cli.look;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What happened between two looks, for people: what is wrong first, then a line of rates for each node.
public final class TopText {
    private TopText() {}

    /// Lines without their ends. Where a node has no rate yet, it says so.
    public static List<String> of(ClusterLook then, ClusterLook now) {
        long nanos = now.atNanos() - then.atNanos();
        Instant at = Instant.ofEpochMilli(now.atMillis()).truncatedTo(ChronoUnit.SECONDS);
        List<String> lines = new ArrayList<>();
        lines.add("forebay top  " + at + "  rates over " + Figures.duration(nanos / 1_000_000));
        lines.addAll(LookText.trouble(now));
        Map<String, NodeLook> before = new HashMap<>();
        then.nodes().forEach(node -> before.put(node.name(), node));
        Columns columns = new Columns()
                .row(
                        "NODE",
                        "STATE",
                        "DRAM",
                        "BUFFER",
                        "SAVED GB/s",
                        "FETCHED",
                        "SSD READ",
                        "SSD WRITTEN",
                        "PREFETCHED/s",
                        "BLOCKS OF QUERIES/s");
        for (NodeLook node : now.nodes()) {
            row(columns, node, before.getOrDefault(node.name(), node), nanos);
        }
        lines.addAll(columns.lines());
        return lines;
    }

    private static void row(Columns columns, NodeLook node, NodeLook before, long nanos) {
        String state = node.state().words();
        String dram = Figures.share(node.figure("pool_used_bytes"), node.figure("pool_capacity_bytes"));
        String buffer =
                Figures.share(node.figure("prefetch_buffer_used_bytes"), node.figure("prefetch_buffer_capacity_bytes"));
        Rates.between(before, node, nanos)
                .ifPresentOrElse(
                        rates -> columns.row(
                                node.name(),
                                state,
                                dram,
                                buffer,
                                Figures.gigabytes(rates.savedBytes()),
                                Figures.gigabytes(rates.fetchedBytes()),
                                Figures.gigabytes(rates.diskReadBytes()),
                                Figures.gigabytes(rates.diskWrittenBytes()),
                                Figures.rate(rates.prefetched()),
                                outcomes(rates)),
                        () -> columns.row(node.name(), state, dram, buffer, "-", "-", "-", "-", "-", "no rate yet"));
    }

    private static String outcomes(Rates rates) {
        return rates.outcomes().isEmpty()
                ? "none"
                : rates.outcomes().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + Figures.rate(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
