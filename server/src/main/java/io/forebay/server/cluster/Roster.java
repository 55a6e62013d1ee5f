package io.forebay.server.cluster;

import io.forebay.core.catalogue.NodeStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The nodes that a page tells of: those with a session, and those that had one lately, so that one that is gone is
/// shown as gone instead of vanishing. It learns from who looks, so a node that came and went while nobody did is not
/// in it.
/// At most [#MAX_LOST] lost ones, for [#KEPT_NANOS]. Safe from any thread.
final class Roster {
    static final int MAX_LOST = 64;
    static final long KEPT_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Map<String, Seen> seen = new LinkedHashMap<>();

    private record Seen(NodeStatus node, long atNanos) {}

    /// A node without a session.
    record Lost(NodeStatus node, long agoNanos) {}

    /// Takes note of those that have a session now; the others that had one.
    synchronized List<Lost> lost(List<NodeStatus> present, long nowNanos) {
        Set<String> names = new HashSet<>();
        for (NodeStatus node : present) {
            names.add(node.node().name());
            seen.remove(node.node().name());
            seen.put(node.node().name(), new Seen(node, nowNanos));
        }
        seen.values().removeIf(each -> nowNanos - each.atNanos > KEPT_NANOS);
        List<Lost> lost = new ArrayList<>();
        seen.forEach((name, each) -> {
            if (!names.contains(name)) {
                lost.add(new Lost(each.node, nowNanos - each.atNanos));
            }
        });
        while (lost.size() > MAX_LOST) {
            seen.remove(lost.removeFirst().node().node().name());
        }
        return lost;
    }
}
