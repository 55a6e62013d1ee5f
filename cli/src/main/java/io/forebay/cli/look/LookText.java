package io.forebay.cli.look;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// A look at a cluster for people: what is wrong first, then the master, then a line for each node.
public final class LookText {
    private LookText() {}

    /// Lines without their ends.
    public static List<String> of(ClusterLook look) {
        List<String> lines = new ArrayList<>(trouble(look));
        look.master().ifPresent(master -> lines.addAll(master(master, look.atMillis())));
        Columns columns = new Columns()
                .row(
                        "NODE", "STATE", "HEARD", "UP", "DRAM", "SSD", "BUFFER", "BLOCKS", "HITS", "(OF MEM", "BUF",
                        "PEER", "SSD)", "FAILING", "PAGES");
        look.nodes().forEach(node -> row(columns, node));
        lines.addAll(columns.lines());
        return lines;
    }

    /// What is wrong, and what is worth knowing.
    static List<String> trouble(ClusterLook look) {
        List<String> lines = new ArrayList<>();
        List<String> problems = look.problems();
        problems.forEach(problem -> lines.add("WRONG  " + problem));
        look.notes().forEach(note -> lines.add("note   " + note));
        if (problems.isEmpty()) {
            lines.add("ok     nothing is wrong");
        }
        return lines;
    }

    private static List<String> master(MasterLook master, long atMillis) {
        if (master.metrics().isEmpty()) {
            return List.of();
        }
        long upMillis = master.figure("uptime_seconds") * 1_000;
        Instant since = Instant.ofEpochMilli(atMillis - upMillis).truncatedTo(ChronoUnit.SECONDS);
        return List.of(
                "master %s  up %s (since %s), %d sessions, %d nodes visible"
                        .formatted(
                                master.http(),
                                Figures.duration(upMillis),
                                since,
                                master.figure("catalogue_sessions"),
                                master.figure("catalogue_visible_nodes")),
                "       %d blocks in memory with %d replicas, %d replicas on SSD; prefetch triggers %s, %d promotions"
                                .formatted(
                                        master.figure("catalogue_blocks"),
                                        master.figure("catalogue_replicas"),
                                        master.figure("catalogue_replicas_on_ssd"),
                                        master.figure("prefetch_enabled") > 0 ? "heard" : "switched off",
                                        master.figure("promotion_tasks"))
                        + " under way");
    }

    private static void row(Columns columns, NodeLook node) {
        String state = node.state().words();
        String heard = node.known()
                .map(known -> known.silentMillis() < 0 ? "?" : Figures.duration(known.silentMillis()) + " ago")
                .orElse("-");
        if (node.metrics().isEmpty()) {
            List<String> words = new ArrayList<>(List.of(node.name(), state, heard));
            words.addAll(Collections.nCopies(11, "-"));
            words.add(node.http());
            columns.row(words.toArray(String[]::new));
            return;
        }
        QueryShares shares = QueryShares.of(node);
        columns.row(
                node.name(),
                state,
                heard,
                Figures.duration(node.figure("uptime_seconds") * 1_000),
                Figures.fill(node.figure("pool_used_bytes"), node.figure("pool_capacity_bytes")),
                Figures.fill(node.figure("ssd_used_bytes"), node.figure("ssd_capacity_bytes")),
                Figures.fill(node.figure("prefetch_buffer_used_bytes"), node.figure("prefetch_buffer_capacity_bytes")),
                String.format(Locale.ROOT, "%d+%d", node.figure("blocks_resident"), node.figure("ssd_blocks")),
                shares.ofAll(shares.hits()),
                shares.ofAll(shares.memory()),
                shares.ofAll(shares.buffer()),
                shares.ofAll(shares.peer()),
                shares.ofAll(shares.ssd()),
                Long.toString(node.figure("fetch_open_breakers")),
                node.http());
    }
}
