package io.forebay.server.page;

import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.recorder.Happening;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// How the peers of a node did of late, from what its recorder holds: attempts to fetch from each, how many of them
/// blame it, and how long the good ones took. No metric says this, since a label for each peer would have no bound.
final class PeerTally {
    /// Attempts that count, before now.
    static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(5);

    static final int MAX_PEERS = 32;

    private static final class Peer {
        int attempts;
        int failed;
        long blocks;
        String lastCause = "";
        long lastFailedNanos;
        final List<Long> tookNanos = new ArrayList<>();
    }

    private record Began(long fetch, String owner) {}

    private final Map<String, Peer> peers = new TreeMap<>();
    private final Map<Began, Long> under = new HashMap<>();

    private PeerTally() {}

    /// Each peer in a few words: those that fail most first, then the slowest.
    ///
    /// @param happenings oldest first
    static List<Map<String, @Nullable Object>> of(List<Happening> happenings, long nowNanos) {
        PeerTally tally = new PeerTally();
        for (Happening each : happenings) {
            if (nowNanos - each.atNanos() < WINDOW_NANOS) {
                tally.take(each);
            }
        }
        return tally.peers.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, Peer> each) -> -each.getValue().failed)
                        .thenComparingLong(each -> -slow(each.getValue().tookNanos, 99)))
                .limit(MAX_PEERS)
                .map(each -> tree(each.getKey(), each.getValue(), nowNanos))
                .toList();
    }

    private void take(Happening happening) {
        if (happening instanceof Happening.AttemptBegan began) {
            under.put(new Began(began.fetch(), began.owner()), began.atNanos());
        } else if (happening instanceof Happening.AttemptEnded ended) {
            ended(ended);
        }
    }

    private void ended(Happening.AttemptEnded ended) {
        Peer peer = peers.computeIfAbsent(ended.owner(), name -> new Peer());
        Long beganNanos = under.remove(new Began(ended.fetch(), ended.owner()));
        AttemptEnd end = ended.cause().end();
        peer.attempts++;
        peer.blocks += ended.came();
        if (end == AttemptEnd.PEER_FAILED || end == AttemptEnd.CORRUPT) {
            peer.failed++;
            peer.lastCause = ended.cause().name().toLowerCase(Locale.ROOT);
            peer.lastFailedNanos = ended.atNanos();
        } else if (end == AttemptEnd.COMPLETE && beganNanos != null) {
            peer.tookNanos.add(ended.atNanos() - beganNanos);
        }
    }

    /// So many of 100 took no longer; 0 for none.
    private static long slow(List<Long> nanos, int percent) {
        if (nanos.isEmpty()) {
            return 0;
        }
        List<Long> sorted = nanos.stream().sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }

    private static Map<String, @Nullable Object> tree(String name, Peer peer, long nowNanos) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("peer", name);
        tree.put("attempts", peer.attempts);
        tree.put("failed", peer.failed);
        tree.put("blocks", peer.blocks);
        tree.put("last_cause", peer.lastCause.isEmpty() ? null : peer.lastCause);
        tree.put(
                "last_failed_seconds_ago",
                peer.lastCause.isEmpty() ? null : TimeUnit.NANOSECONDS.toSeconds(nowNanos - peer.lastFailedNanos));
        boolean timed = !peer.tookNanos.isEmpty();
        tree.put("p50_millis", timed ? slow(peer.tookNanos, 50) / 1e6 : null);
        tree.put("p99_millis", timed ? slow(peer.tookNanos, 99) / 1e6 : null);
        return tree;
    }
}
