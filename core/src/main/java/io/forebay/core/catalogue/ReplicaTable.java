package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.events.ReplicaEvent.RemovedCause;
import io.forebay.core.events.ReplicaEvent.StoredCause;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which session has which block in one tier: the one writer of [Shelf], [Block], [Replica], [RouterLeases] and of the
/// sessions' chains there.
///
/// Adding and retiring are O(owners of the block); reclaiming is O(replicas reclaimed), whatever else is stored.
final class ReplicaTable {
    /// By tenant, then by fingerprint.
    static final Comparator<Namespace> BY_TENANT =
            Comparator.comparing(Namespace::tenant).thenComparing(Namespace::fingerprint);

    private final Tier tier;
    private final ReplicaFeed feed;
    private final Map<Namespace, Shelf> shelves = new HashMap<>();
    private final RouterLeases leases = new RouterLeases();
    private long blocks;
    private long replicas;

    /// @param feed told of each replica of an open session that comes or goes
    ReplicaTable(Tier tier, ReplicaFeed feed) {
        this.tier = tier;
        this.feed = feed;
    }

    /// The session has the block from now on; no change if it had.
    void add(Session session, BlockKey key, StoredCause cause) {
        Shelf shelf = shelves.computeIfAbsent(key.namespace(), Shelf::new);
        Block block = shelf.blocks.get(key.hash());
        if (block == null) {
            block = new Block(shelf, key.hash());
            shelf.blocks.add(block);
            blocks++;
        } else if (block.replicaOf(session) != null) {
            return;
        }
        link(new Replica(block, session));
        feed.stored(tier, session, key, cause);
    }

    private void link(Replica replica) {
        Block block = replica.block;
        replica.nextOfBlock = block.firstReplica;
        block.firstReplica = replica;

        Holdings holdings = replica.session.in(tier);
        Replica next = holdings.firstReplica;
        replica.nextOfSession = next;
        if (next != null) {
            next.previousOfSession = replica;
        }
        holdings.firstReplica = replica;
        holdings.replicas++;
        replicas++;
    }

    /// The session no longer has the block; no change if it had not.
    void retire(Session session, BlockKey key, RemovedCause cause) {
        Replica replica = replica(session, key);
        if (replica != null) {
            unlink(replica);
            feed.removed(tier, session, key, cause);
        }
    }

    @Nullable
    Replica replica(Session session, BlockKey key) {
        Block block = block(shelf(key.namespace()), key.hash());
        return block == null ? null : block.replicaOf(session);
    }

    /// Sessions of this kind that have the block. O(its replicas).
    int count(BlockKey key, Predicate<Session> kind) {
        Block block = block(shelf(key.namespace()), key.hash());
        int count = 0;
        for (Replica replica = block == null ? null : block.firstReplica;
                replica != null;
                replica = replica.nextOfBlock) {
            count += kind.test(replica.session) ? 1 : 0;
        }
        return count;
    }

    /// The session's replica is to stay until then; no change if it has none.
    void lease(Session session, BlockKey key, long untilNanos) {
        Replica replica = replica(session, key);
        if (replica != null) {
            leases.take(replica, untilNanos);
        }
    }

    /// A promotion has brought the session's replica to its prefetch buffer, leased until then; no change if it has
    /// none.
    void landed(Session session, BlockKey key, long untilNanos, long nowNanos) {
        Replica replica = replica(session, key);
        if (replica != null) {
            leases.landed(replica, session.readings.blockBytes(key.namespace()), untilNanos, nowNanos);
        }
    }

    /// The lease of the session's replica is over; no change if it has none.
    void endLease(Session session, BlockKey key) {
        Replica replica = replica(session, key);
        if (replica != null) {
            leases.drop(replica);
        }
    }

    /// Sessions of this kind that have the block, in no order. O(its replicas).
    List<Session> sessions(BlockKey key, Predicate<Session> kind) {
        Block block = block(shelf(key.namespace()), key.hash());
        List<Session> sessions = new ArrayList<>();
        for (Replica replica = block == null ? null : block.firstReplica;
                replica != null;
                replica = replica.nextOfBlock) {
            if (kind.test(replica.session)) {
                sessions.add(replica.session);
            }
        }
        return sessions;
    }

    RouterLeases leases() {
        return leases;
    }

    /// Drops up to `atMost` replicas of a session that has ended, the latest first.
    void reclaim(Session session, int atMost) {
        Holdings holdings = session.in(tier);
        for (int i = 0; i < atMost && holdings.firstReplica != null; i++) {
            unlink(holdings.firstReplica);
        }
    }

    private void unlink(Replica replica) {
        feed.leaving(replica);
        leases.gone(replica);
        unlinkFromSession(replica);
        Block block = replica.block;
        if (block.firstReplica == replica) {
            block.firstReplica = replica.nextOfBlock;
        } else {
            Replica before = block.firstReplica;
            while (before != null && before.nextOfBlock != replica) {
                before = before.nextOfBlock;
            }
            if (before != null) {
                before.nextOfBlock = replica.nextOfBlock;
            }
        }
        replicas--;
        if (block.firstReplica == null) {
            drop(block);
        }
    }

    private void unlinkFromSession(Replica replica) {
        Holdings holdings = replica.session.in(tier);
        Replica previous = replica.previousOfSession;
        Replica next = replica.nextOfSession;
        if (previous == null) {
            holdings.firstReplica = next;
        } else {
            previous.nextOfSession = next;
        }
        if (next != null) {
            next.previousOfSession = previous;
        }
        holdings.replicas--;
    }

    private void drop(Block block) {
        block.shelf.blocks.remove(block);
        blocks--;
        if (block.shelf.blocks.isEmpty()) {
            shelves.remove(block.shelf.namespace);
        }
    }

    @Nullable
    Shelf shelf(Namespace namespace) {
        return shelves.get(namespace);
    }

    static @Nullable Block block(@Nullable Shelf shelf, BlockHash hash) {
        return shelf == null ? null : shelf.blocks.get(hash);
    }

    /// The namespaces of a model that have blocks, by tenant, then by fingerprint. O(namespaces).
    List<Namespace> namespacesOf(String model, int atMost) {
        return shelves.keySet().stream()
                .filter(namespace -> namespace.model().equals(model))
                .sorted(BY_TENANT)
                .limit(atMost)
                .toList();
    }

    /// What `status` says of each replica of the block of this hash, in each namespace that has one.
    <T> Map<Namespace, List<T>> replicas(BlockHash hash, Function<Replica, T> status) {
        Map<Namespace, List<T>> found = new HashMap<>();
        for (Shelf shelf : shelves.values()) {
            Block block = shelf.blocks.get(hash);
            for (Replica replica = block == null ? null : block.firstReplica;
                    replica != null;
                    replica = replica.nextOfBlock) {
                found.computeIfAbsent(shelf.namespace, namespace -> new ArrayList<>())
                        .add(status.apply(replica));
            }
        }
        return found;
    }

    /// The namespaces that have blocks, in no order.
    Set<Namespace> all() {
        return Collections.unmodifiableSet(shelves.keySet());
    }

    int namespaces() {
        return shelves.size();
    }

    long blocks() {
        return blocks;
    }

    long replicas() {
        return replicas;
    }
}
