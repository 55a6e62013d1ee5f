package io.forebay.cli.look;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is still in use of a node that is being taken out of service.
///
/// @param uses how many of each, by their names; those that are none are left out
/// @param blocks in its memory; they need not go before it does
/// @param draining whether the figures are of a moment at which it was being taken out of service
public record DrainLook(Map<String, Long> uses, long blocks, boolean draining) {
    private static final Map<String, String> FIGURES = figures();

    public DrainLook {
        uses = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(uses));
    }

    private static Map<String, String> figures() {
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("blocks_in_flight", "saves under way");
        figures.put("engine_leases", "leases of engines");
        figures.put("transfer_locks", "reads of peers");
        figures.put("fetches", "fetches");
        figures.put("promotion_tasks_held", "promotions");
        figures.put("drain_blocks_unwritten", "blocks to be written to SSD");
        figures.put("ssd_write_queue_bytes", "bytes on their way to SSD");
        return figures;
    }

    /// Of a node that answered.
    public static DrainLook of(NodeLook node) {
        Map<String, Long> uses = new LinkedHashMap<>();
        FIGURES.forEach((figure, words) -> {
            long count = node.figure(figure);
            if (count > 0) {
                uses.put(words, count);
            }
        });
        return new DrainLook(uses, node.figure("blocks_resident"), node.figure("node_draining") > 0);
    }

    /// Whether it can be stopped without anybody noticing.
    public boolean isIdle() {
        return draining && uses.isEmpty();
    }

    /// For people.
    public String words() {
        List<String> words = new ArrayList<>();
        uses.forEach((use, count) -> words.add(count + " " + use));
        return (words.isEmpty() ? "nothing is in use" : String.join(", ", words)) + "; " + blocks + " blocks in memory";
    }
}
