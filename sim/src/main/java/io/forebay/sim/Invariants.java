package io.forebay.sim;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.CatalogueStats;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.layout.Layout;
import io.forebay.core.ledger.KeyState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What must hold after every event, and at the end.
final class Invariants {
    /// Reading every byte of every node costs as much as twenty events.
    private static final int BYTES_EVERY = 20;

    private final World world;
    private final List<SimNode> nodes;
    private final Layout layout;
    private final Namespace namespace;
    private long events;

    Invariants(World world, List<SimNode> nodes, Layout layout) {
        this.world = world;
        this.nodes = nodes;
        this.layout = layout;
        this.namespace = new Namespace("model", "", layout.fingerprint());
    }

    void checkEvent() {
        events++;
        for (SimNode node : nodes) {
            if (node.isUp()) {
                checkPool(node);
                if (events % BYTES_EVERY == 0) {
                    checkBytes(node);
                }
            }
        }
        checkCatalogue();
    }

    /// Resident blocks lie apart from each other in current extents, and the pool accounts for every byte.
    private void checkPool(SimNode node) {
        Map<Long, Long> ranges = new TreeMap<>();
        node.node().inventory((key, stored) -> {
            for (Slot slot : stored.slots()) {
                Extent extent = slot.extent();
                world.violatedUnless(
                        node.pool().acquire(extent.offsetBytes()) == extent.generation(),
                        () -> node.name() + ": resident " + key.hash() + " lies in a freed extent");
                ranges.put(extent.offsetBytes(), extent.endBytes());
            }
        });
        long end = 0;
        long resident = 0;
        for (Map.Entry<Long, Long> range : ranges.entrySet()) {
            world.violatedUnless(range.getKey() >= end, () -> node.name() + ": resident extents overlap");
            end = range.getValue();
            resident += range.getValue() - range.getKey();
        }
        world.violatedUnless(
                resident <= node.pool().usedBytes(),
                () -> node.name() + ": resident blocks are more than the pool has given out");
    }

    /// Whoever the catalogue names as an owner has the block, as long as that incarnation lives, or is about to say
    /// that it had to let it go.
    private void checkCatalogue() {
        Map<String, Set<BlockKey>> truth = new HashMap<>();
        nodes.stream().filter(SimNode::isUp).forEach(node -> truth.put(node.name(), residents(node)));
        for (BlockHash hash : world.allBlocks()) {
            for (OwnerRun run : owners(hash)) {
                SimNode node = world.node(run.node().name());
                BlockKey key = new BlockKey(namespace, hash);
                world.violatedUnless(
                        !node.isUp()
                                || run.boot() != node.boot()
                                || truth.getOrDefault(node.name(), Set.of()).contains(key)
                                || node.node().ledgerState(key) == KeyState.GONE,
                        () -> "the catalogue says that " + run.node() + " has " + hash);
            }
        }
    }

    private List<OwnerRun> owners(BlockHash hash) {
        PrefixQuery query = new PrefixQuery(namespace, List.of(hash));
        return world.master()
                                .catalogue()
                                .decide(query, world.schedule().nowNanos())
                                .reply()
                        instanceof PrefixReply reply
                ? reply.runs()
                : List.of();
    }

    private Set<BlockKey> residents(SimNode node) {
        Set<BlockKey> keys = new HashSet<>();
        node.node().inventory((key, stored) -> keys.add(key));
        return keys;
    }

    /// Nothing is under way any more: the catalogue equals the nodes' truth, and nothing leaks.
    void checkQuiet() {
        CatalogueStats catalogue =
                world.master().catalogue().stats(world.schedule().nowNanos());
        world.violatedUnless(!catalogue.warming(), () -> "at rest, the master still warms: " + catalogue);
        for (SimNode node : nodes) {
            Set<BlockKey> resident = residents(node);
            for (BlockHash hash : world.allBlocks()) {
                boolean listed =
                        owners(hash).stream().anyMatch(run -> run.node().name().equals(node.name()));
                world.violatedUnless(
                        listed == resident.contains(new BlockKey(namespace, hash)),
                        () -> "at rest, the catalogue and " + node.name() + " differ about " + hash + ": listed is "
                                + listed);
            }
            node.node()
                    .inventory((key, stored) -> stored.slots()
                            .forEach(slot -> world.violatedUnless(
                                    !node.isRotten(slot.extent()),
                                    () -> node.name() + " was asked about " + key.hash() + " and keeps it")));
            long expected = 2L * 4_096 * resident.size();
            world.violatedUnless(
                    node.pool().usedBytes() == expected,
                    () -> node.name() + " leaks: " + node.pool().usedBytes() + " bytes are in use for " + expected);
            node.node().stats(stats -> {
                world.counted(stats.counts());
                world.violatedUnless(
                        stats.gauges().getOrDefault("pool_held_bytes", -1L) == 0,
                        () -> node.name() + " still holds blocks: " + stats.gauges());
            });
        }
    }

    /// Every resident block's bytes are the ones that belong to its name, unless they have rotted right there: what one
    /// node has got from another never has.
    void checkBytes(SimNode node) {
        node.node().inventory((key, stored) -> checkBytes(node, key, stored));
    }

    private void checkBytes(SimNode node, BlockKey key, StoredBlock stored) {
        for (int slot = 0; slot < layout.slotCount(); slot++) {
            Extent extent = stored.slots().get(slot).extent();
            world.violatedUnless(
                    node.isRotten(extent) || Content.matches(node.pool().slice(extent), key.hash(), slot),
                    () -> node.name() + ": other bytes under " + key.hash() + " at " + stored);
        }
    }
}
