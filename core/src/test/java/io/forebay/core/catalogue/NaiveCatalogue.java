package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The catalogue as one would write it in an hour: one map of nodes, one set of keys each, no events, no slices.
final class NaiveCatalogue {
    private static final class Node {
        long boot;
        SessionId session = new SessionId(0);
        String address = "";
        long heard;
        long last;
        Set<BlockKey> keys = new HashSet<>();
    }

    private final TreeMap<String, Node> nodes = new TreeMap<>();

    /// @param next the session that a newly opened one gets
    Reply reply(Command command, long now, SessionId next) {
        return switch (command) {
            case OpenSession open -> open(open, now, next);
            case CloseSession close ->
                new AliveReply(
                        node(close.node(), close.session()) != null
                                && nodes.remove(close.node().name()) != null,
                        CatalogueFixture.EPOCH);
            case Heartbeat beat ->
                new AliveReply(hear(beat.node(), beat.session(), now) != null, CatalogueFixture.EPOCH);
            case LedgerBatch batch -> ledger(batch, hear(batch.node(), batch.session(), now));
            case PrefixQuery query -> new PrefixReply(CatalogueFixture.EPOCH, false, runs(query, now));
            case Tick() -> {
                nodes.values().removeIf(node -> now - node.heard >= CatalogueFixture.EXPIRY);
                yield new Reply.Nothing();
            }
        };
    }

    private SessionReply open(OpenSession open, long now, SessionId next) {
        Node node = nodes.computeIfAbsent(open.node().name(), name -> new Node());
        if (open.boot() < node.boot) {
            return new SessionReply.Superseded(node.boot);
        }
        boolean twin = open.boot() == node.boot && !open.address().equals(node.address);
        if (twin && now - node.heard < CatalogueFixture.STALE) {
            return new SessionReply.Superseded(node.boot);
        }
        if (twin || open.boot() > node.boot) {
            node.boot = open.boot();
            node.session = next;
            node.last = 0;
            node.keys = new HashSet<>();
        }
        node.address = open.address();
        node.heard = now;
        return new SessionReply.Opened(node.session, CatalogueFixture.EPOCH, node.last);
    }

    private @Nullable Node node(NodeId id, SessionId session) {
        Node node = nodes.get(id.name());
        return node == null || !node.session.equals(session) ? null : node;
    }

    private @Nullable Node hear(NodeId id, SessionId session, long now) {
        Node node = node(id, session);
        if (node != null) {
            node.heard = now;
        }
        return node;
    }

    private static LedgerReply ledger(LedgerBatch batch, @Nullable Node node) {
        if (node == null) {
            return new LedgerReply.UnknownSession();
        }
        if (batch.number() == node.last + 1) {
            node.last++;
            node.keys.removeAll(new HashSet<>(batch.retire()));
            node.keys.addAll(batch.register());
        }
        return batch.number() == node.last
                ? new LedgerReply.Applied(node.last)
                : new LedgerReply.OutOfOrder(node.last + 1);
    }

    private List<OwnerRun> runs(PrefixQuery query, long now) {
        List<OwnerRun> all = new ArrayList<>();
        int from = 0;
        for (int pass = 0; pass < 17; pass++) {
            List<OwnerRun> found = new ArrayList<>();
            for (String name : nodes.keySet()) {
                Node node = nodes.get(name);
                int end = from;
                while (end < query.hashes().size()
                        && node.keys.contains(
                                new BlockKey(query.namespace(), query.hashes().get(end)))) {
                    end++;
                }
                if (end > from && now - node.heard < CatalogueFixture.STALE) {
                    found.add(new OwnerRun(new NodeId(name), node.boot, node.session, node.address, from, end - from));
                }
            }
            found.sort(Comparator.comparingInt(run -> -run.length()));
            all.addAll(found);
            from = found.isEmpty() ? from : found.getFirst().end();
        }
        return all;
    }

    int sessions() {
        return nodes.size();
    }

    long replicas() {
        return nodes.values().stream().mapToLong(node -> node.keys.size()).sum();
    }

    long blocks() {
        return nodes.values().stream()
                .flatMap(node -> node.keys.stream())
                .distinct()
                .count();
    }
}
