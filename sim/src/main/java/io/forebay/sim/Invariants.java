package io.forebay.sim;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueStats;
import io.forebay.core.catalogue.NodeStatus;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.layout.Layout;
import io.forebay.core.ledger.KeyState;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// What must hold after every event, and at the end.
final class Invariants {
    /// Reading every byte of every node costs as much as twenty events.
    private static final int BYTES_EVERY = 20;

    private final World world;
    private final List<SimNode> nodes;
    private final Layout layout;
    private final Namespace namespace;
    private final Map<NodeId, SimNode> byId = new HashMap<>();
    private final List<BlockKey> everyBlock;
    private long events;

    Invariants(World world, List<SimNode> nodes, Layout layout) {
        this.world = world;
        this.nodes = nodes;
        this.layout = layout;
        this.namespace = new Namespace("model", "", layout.fingerprint());
        nodes.forEach(node -> byId.put(new NodeId(node.name()), node));
        this.everyBlock = world.allBlocks().stream()
                .map(hash -> new BlockKey(namespace, hash))
                .toList();
    }

    void checkEvent() {
        events++;
        Map<NodeId, Set<BlockKey>> truth = new HashMap<>();
        for (SimNode node : nodes) {
            if (node.isUp()) {
                truth.put(new NodeId(node.name()), checkPool(node));
                if (events % BYTES_EVERY == 0) {
                    checkBytes(node);
                }
            }
        }
        checkCatalogue(truth);
    }

    /// Resident blocks lie apart from each other in current extents, and the pool accounts for every byte.
    ///
    /// @return the resident blocks
    private Set<BlockKey> checkPool(SimNode node) {
        Set<BlockKey> keys = new HashSet<>();
        List<Extent> extents = new ArrayList<>();
        node.node().inventory((key, stored) -> {
            keys.add(key);
            for (Slot slot : stored.slots()) {
                Extent extent = slot.extent();
                world.violatedUnless(
                        node.pool().acquire(extent.offsetBytes()) == extent.generation(),
                        () -> node.name() + ": resident " + key.hash() + " lies in a freed extent");
                extents.add(extent);
            }
        });
        extents.sort((one, other) -> Long.compare(one.offsetBytes(), other.offsetBytes()));
        long end = 0;
        long resident = 0;
        for (Extent extent : extents) {
            world.violatedUnless(extent.offsetBytes() >= end, () -> node.name() + ": resident extents overlap");
            end = extent.endBytes();
            resident += extent.endBytes() - extent.offsetBytes();
        }
        world.violatedUnless(
                resident <= used(node), () -> node.name() + ": resident blocks are more than the pool has given out");
        return keys;
    }

    /// In the main pool and the prefetch buffer.
    private static long used(SimNode node) {
        return node.pool().usedBytes() + node.pool().buffer().usedBytes();
    }

    /// Whoever the catalogue names as an owner in memory has the block, as long as that incarnation lives, or is about
    /// to say
    /// that it had to let it go.
    ///
    /// @param truth what the nodes that are up have
    private void checkCatalogue(Map<NodeId, Set<BlockKey>> truth) {
        Map<SessionId, Long> boots = boots();
        for (BlockKey key : everyBlock) {
            for (ReplicaStatus owner : owners(Tier.MEMORY, key.hash())) {
                SimNode node = Objects.requireNonNull(byId.get(owner.node()));
                world.violatedUnless(
                        !node.isUp()
                                || boots.getOrDefault(owner.session(), 0L) != node.boot()
                                || truth.getOrDefault(owner.node(), Set.of()).contains(key)
                                || node.node().ledgerState(key) == KeyState.GONE,
                        () -> "the catalogue says that " + owner.node() + " has " + key.hash());
            }
        }
    }

    private Map<SessionId, Long> boots() {
        Map<SessionId, Long> boots = new HashMap<>();
        for (NodeStatus status : catalogue().nodes(world.schedule().nowNanos())) {
            boots.put(status.session(), status.boot());
        }
        return boots;
    }

    /// Whom a query would name for the block.
    private List<ReplicaStatus> owners(Tier tier, BlockHash hash) {
        List<ReplicaStatus> owners = new ArrayList<>();
        for (ReplicaStatus replica :
                catalogue().replicas(hash, world.schedule().nowNanos()).getOrDefault(namespace, List.of())) {
            if (replica.visible() && replica.tier() == tier) {
                owners.add(replica);
            }
        }
        return owners;
    }

    private Catalogue catalogue() {
        return world.master().catalogue();
    }

    private Set<BlockKey> residents(SimNode node) {
        Set<BlockKey> keys = new HashSet<>();
        node.node().inventory((key, stored) -> keys.add(key));
        return keys;
    }

    /// Nothing is under way any more: the catalogue equals the nodes' truth, and nothing leaks.
    void checkQuiet() {
        CatalogueStats catalogue = catalogue().stats(world.schedule().nowNanos());
        world.violatedUnless(!catalogue.warming(), () -> "at rest, the master still warms: " + catalogue);
        world.master()
                .promotions()
                .ifPresent(stats -> world.violatedUnless(
                        stats.inFlight() + stats.candidates() == 0, () -> "at rest, there are promotions: " + stats));
        for (SimNode node : nodes) {
            Set<BlockKey> resident = residents(node);
            for (BlockKey key : everyBlock) {
                checkListed(node, Tier.MEMORY, key.hash(), resident.contains(key));
                checkListed(node, Tier.LOCAL_DISK, key.hash(), node.hasOnSsd(key));
            }
            node.node()
                    .inventory((key, stored) -> stored.slots()
                            .forEach(slot -> world.violatedUnless(
                                    !node.isRotten(slot.extent()),
                                    () -> node.name() + " was asked about " + key.hash() + " and keeps it")));
            long expected = 2L * 4_096 * resident.size();
            world.violatedUnless(
                    used(node) == expected,
                    () -> node.name() + " leaks: " + used(node) + " bytes are in use for " + expected);
            node.node().stats(stats -> {
                world.counted(stats.counts());
                world.violatedUnless(
                        stats.gauges().getOrDefault("pool_held_bytes", -1L) == 0,
                        () -> node.name() + " still holds blocks: " + stats.gauges());
            });
        }
    }

    private void checkListed(SimNode node, Tier tier, BlockHash hash, boolean has) {
        boolean listed = owners(tier, hash).stream()
                .anyMatch(owner -> owner.node().name().equals(node.name()));
        world.violatedUnless(
                listed == has,
                () -> "at rest, the catalogue and " + node.name() + " differ about " + hash + " in " + tier
                        + ": listed is " + listed);
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
