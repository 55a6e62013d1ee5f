package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
        long silences;
        boolean hidden;
        Set<BlockKey> suspects = new LinkedHashSet<>();
        final Map<Tier, Part> parts = Map.of(Tier.MEMORY, new Part(), Tier.LOCAL_DISK, new Part());

        Part in(Tier tier) {
            return parts.getOrDefault(tier, new Part());
        }

        boolean complete() {
            return parts.values().stream().allMatch(part -> part.complete);
        }

        boolean isNamed(long now) {
            return !hidden && now - heard < CatalogueFixture.STALE;
        }
    }

    /// What a node has in one tier.
    private static final class Part {
        LedgerReply.Applied last = new LedgerReply.Applied(0);
        boolean complete;
        Set<BlockKey> keys = new HashSet<>();
        Map<BlockKey, Long> leases = new HashMap<>();

        long left(BlockKey key, long now) {
            long leased = Math.max(0, leases.getOrDefault(key, now) - now);
            return complete ? leased : Math.max(leased, Verdicts.INVENTORY_PAUSE_NANOS);
        }

        void forget(BlockKey key) {
            keys.remove(key);
            leases.remove(key);
        }
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
            case Heartbeat beat -> {
                Node node = hear(beat.node(), beat.session(), now);
                yield node == null
                        ? new AliveReply(false, CatalogueFixture.EPOCH)
                        : new AliveReply(
                                true,
                                CatalogueFixture.EPOCH,
                                node.hidden ? node.silences : 0,
                                !node.suspects.isEmpty());
            }
            case LedgerBatch batch -> ledger(batch, hear(batch.node(), batch.session(), now), now);
            case PrefixQuery query ->
                new PrefixReply(CatalogueFixture.EPOCH, isWarming(now), runs(query, now), isFull(query, now));
            case ListNamespaces list -> new NamespacesReply(CatalogueFixture.EPOCH, namespaces(list.model()));
            case ReportStale report -> stale(report, node(report.owner(), report.session()));
            case Prefetch trigger -> new PrefetchReply.Disabled(CatalogueFixture.EPOCH);
            case CancelPrefetch cancel -> new CancelReply(CatalogueFixture.EPOCH, 0, 0);
            case PullPromotions pull -> new PullReply.NoPromotions();
            case ReportPromotions report ->
                new AliveReply(node(report.node(), report.session()) != null, CatalogueFixture.EPOCH);
            case SwitchPrefetch toggle -> new SwitchReply(false);
            case LookupAndPrefetch both -> throw new IllegalArgumentException("the model knows no " + both);
            case Lookup lookup -> throw new IllegalArgumentException("the model knows no " + lookup);
            case Tick() -> {
                nodes.values().removeIf(node -> now - node.heard >= CatalogueFixture.EXPIRY);
                yield new Reply.Nothing();
            }
        };
    }

    private SessionReply open(OpenSession open, long now, SessionId next) {
        Node node = nodes.computeIfAbsent(open.node().name(), name -> new Node());
        if (open.boot() < node.boot) {
            return new SessionReply.Superseded(node.boot, node.address);
        }
        boolean twin = open.boot() == node.boot && !open.address().equals(node.address);
        if (twin && now - node.heard < CatalogueFixture.STALE) {
            return new SessionReply.Superseded(node.boot, node.address);
        }
        if (twin || open.boot() > node.boot) {
            node = new Node();
            nodes.put(open.node().name(), node);
            node.boot = open.boot();
            node.session = next;
            node.address = open.address();
            node.in(Tier.LOCAL_DISK).complete = !open.localDisk();
            node.heard = now;
        }
        hear(node, now);
        return new SessionReply.Opened(
                node.session, CatalogueFixture.EPOCH, node.in(Tier.MEMORY).last.number());
    }

    private static StaleReply stale(ReportStale report, @Nullable Node node) {
        Set<BlockKey> named = new LinkedHashSet<>();
        report.hashes().forEach(hash -> named.add(new BlockKey(report.namespace(), hash)));
        named.removeIf(key -> node == null || !node.in(Tier.MEMORY).keys.contains(key));
        if (node != null) {
            node.suspects.addAll(named);
        }
        return new StaleReply(named.size());
    }

    private static void hear(Node node, long now) {
        if (now - node.heard >= CatalogueFixture.STALE) {
            node.silences++;
            node.hidden = true;
        }
        node.heard = now;
    }

    boolean isWarming(long now) {
        return now < CatalogueFixture.WARMING || nodes.values().stream().anyMatch(node -> !node.complete());
    }

    private @Nullable Node node(NodeId id, SessionId session) {
        Node node = nodes.get(id.name());
        return node == null || !node.session.equals(session) ? null : node;
    }

    private @Nullable Node hear(NodeId id, SessionId session, long now) {
        Node node = node(id, session);
        if (node != null) {
            hear(node, now);
        }
        return node;
    }

    private LedgerReply ledger(LedgerBatch batch, @Nullable Node node, long now) {
        if (node == null) {
            return new LedgerReply.UnknownSession();
        }
        Part part = node.in(batch.tier());
        long last = part.last.number();
        if (batch.number() == last + 1) {
            List<RouterLease> refused = batch.retire().stream()
                    .filter(key -> part.left(key, now) > 0)
                    .map(key -> new RouterLease(key, part.left(key, now)))
                    .toList();
            List<BlockKey> granted = batch.retire().stream()
                    .filter(key -> part.left(key, now) == 0)
                    .toList();
            batch.gone().forEach(part::forget);
            granted.forEach(part::forget);
            part.last = new LedgerReply.Applied(
                    batch.number(), refused, spare(batch, node, now), suspects(node, batch.tier()));
            part.keys.addAll(batch.register());
            batch.leases().stream()
                    .filter(lease -> part.keys.contains(lease.key()))
                    .forEach(lease -> part.leases.merge(lease.key(), now + lease.leftNanos(), Math::max));
            part.complete |= batch.inventoryEnd();
            node.hidden &= batch.caughtUp() != node.silences;
            return part.last;
        }
        return batch.number() == last ? part.last : new LedgerReply.OutOfOrder(last + 1);
    }

    private static List<BlockKey> suspects(Node node, Tier tier) {
        if (tier != Tier.MEMORY) {
            return List.of();
        }
        node.suspects.retainAll(node.in(tier).keys);
        List<BlockKey> asked = List.copyOf(node.suspects);
        node.suspects.clear();
        return asked;
    }

    private List<BlockKey> spare(LedgerBatch batch, Node of, long now) {
        return batch.register().stream()
                .filter(key -> nodes.values().stream()
                                .filter(node -> node != of && node.isNamed(now))
                                .filter(node -> node.in(batch.tier()).keys.contains(key))
                                .count()
                        >= 2)
                .toList();
    }

    private boolean isFull(PrefixQuery query, long now) {
        return query.hashes().stream()
                .map(hash -> new BlockKey(query.namespace(), hash))
                .allMatch(key -> nodes.values().stream()
                        .anyMatch(node -> node.isNamed(now)
                                && node.parts.values().stream().anyMatch(part -> part.keys.contains(key))));
    }

    private List<OwnerRun> runs(PrefixQuery query, long now) {
        List<OwnerRun> all = new ArrayList<>();
        int from = 0;
        for (int pass = 0; pass < 17; pass++) {
            List<OwnerRun> found = runs(query, Tier.MEMORY, from, now);
            found = found.isEmpty() ? runs(query, Tier.LOCAL_DISK, from, now) : found;
            all.addAll(found);
            from = found.isEmpty() ? from : found.getFirst().end();
        }
        return all;
    }

    private List<OwnerRun> runs(PrefixQuery query, Tier tier, int from, long now) {
        List<OwnerRun> found = new ArrayList<>();
        for (String name : nodes.keySet()) {
            Node node = nodes.get(name);
            Part part = node.in(tier);
            int end = from;
            while (end < query.hashes().size()
                    && part.keys.contains(
                            new BlockKey(query.namespace(), query.hashes().get(end)))) {
                end++;
            }
            if (end > from && node.isNamed(now)) {
                found.add(new OwnerRun(
                        new NodeId(name),
                        node.boot,
                        node.session,
                        node.address,
                        from,
                        end - from,
                        part.last.number(),
                        tier));
            }
        }
        found.sort(Comparator.comparingInt(run -> -run.length()));
        return found;
    }

    private List<Namespace> namespaces(String model) {
        return nodes.values().stream()
                .flatMap(node -> node.parts.values().stream())
                .flatMap(part -> part.keys.stream())
                .map(BlockKey::namespace)
                .filter(namespace -> namespace.model().equals(model))
                .distinct()
                .toList();
    }

    int sessions() {
        return nodes.size();
    }

    long replicas(Tier tier) {
        return nodes.values().stream()
                .mapToLong(node -> node.in(tier).keys.size())
                .sum();
    }

    /// In memory.
    long blocks() {
        return nodes.values().stream()
                .flatMap(node -> node.in(Tier.MEMORY).keys.stream())
                .distinct()
                .count();
    }
}
