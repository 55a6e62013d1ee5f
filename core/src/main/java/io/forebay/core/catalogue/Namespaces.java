package io.forebay.core.catalogue;

import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The namespaces of a [Catalogue]. Reads only.
record Namespaces(Stock stock) {
    /// Those with blocks in either tier, by model, tenant and fingerprint. O(namespaces).
    List<NamespaceFigures> all(int atMost) {
        TreeSet<Namespace> all =
                new TreeSet<>(Comparator.comparing(Namespace::model).thenComparing(ReplicaTable.BY_TENANT));
        all.addAll(stock.memory().all());
        all.addAll(stock.disk().all());
        return all.stream().limit(atMost).map(this::figures).toList();
    }

    /// Those of one model, by tenant, then by fingerprint.
    List<Namespace> of(String model) {
        List<Namespace> all = new ArrayList<>(stock.memory().namespacesOf(model, NamespacesReply.MAX));
        stock.disk().namespacesOf(model, NamespacesReply.MAX).stream()
                .filter(namespace -> stock.memory().shelf(namespace) == null)
                .forEach(all::add);
        all.sort(ReplicaTable.BY_TENANT);
        return all.subList(0, Math.min(all.size(), NamespacesReply.MAX));
    }

    private NamespaceFigures figures(Namespace namespace) {
        return new NamespaceFigures(
                namespace,
                blocks(Tier.MEMORY, namespace),
                blocks(Tier.LOCAL_DISK, namespace),
                stock.blockBytes(namespace));
    }

    private long blocks(Tier tier, Namespace namespace) {
        Shelf shelf = stock.table(tier).shelf(namespace);
        return shelf == null ? 0 : shelf.blocks.size();
    }

    /// Who has blocks of the namespace, counted over a bounded number of them; empty when nobody has any.
    Optional<NamespaceSpread> spread(Namespace namespace, long nowNanos) {
        NamespaceFigures figures = figures(namespace);
        if (figures.inMemory() + figures.onDisk() == 0) {
            return Optional.empty();
        }
        Map<NodeId, long[]> byNode = new HashMap<>();
        SortedMap<Integer, Long> copies = new TreeMap<>();
        for (Tier tier : Tier.values()) {
            for (Block block : some(tier, namespace)) {
                int visible = count(block, tier, byNode, nowNanos);
                if (tier == Tier.MEMORY) {
                    copies.merge(visible, 1L, Long::sum);
                }
            }
        }
        List<NamespaceSpread.Holder> holders = byNode.entrySet().stream()
                .map(each -> new NamespaceSpread.Holder(each.getKey(), each.getValue()[0], each.getValue()[1]))
                .sorted(Comparator.comparing(holder -> holder.node().name()))
                .toList();
        return Optional.of(new NamespaceSpread(figures, NamespaceSpread.MAX_COUNTED, holders, copies));
    }

    private List<Block> some(Tier tier, Namespace namespace) {
        Shelf shelf = stock.table(tier).shelf(namespace);
        return shelf == null ? List.of() : shelf.blocks.some(NamespaceSpread.MAX_COUNTED);
    }

    /// Adds the block's visible replicas to their nodes; how many there are.
    private int count(Block block, Tier tier, Map<NodeId, long[]> byNode, long nowNanos) {
        int visible = 0;
        for (Replica replica = block.firstReplica; replica != null; replica = replica.nextOfBlock) {
            if (stock.isVisible(replica.session, nowNanos)) {
                visible++;
                byNode.computeIfAbsent(replica.session.node, node -> new long[2])[tier == Tier.MEMORY ? 0 : 1]++;
            }
        }
        return visible;
    }
}
