package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.tier.Tier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// A walk over all replicas, a slice at a time, while the tables change between the slices: session
/// after session, along its chain in each tier. It names each replica that stands from its begin to its
/// end exactly once. One that comes meanwhile joins its chain at the head, where the walk has been; one
/// that goes meanwhile is told of by [#leaving] and stepped over. Who listens to the events as well,
/// and takes a slice only when it has heard of all up to then, misses nothing.
///
/// So a snapshot holds a place, and no copy. Confined to its [ReplicaFeed].
final class ReplicaScan {
    private record Chain(Session session, Tier tier) {}

    private final Queue<Chain> rest = new ArrayDeque<>();
    private @Nullable Chain chain;
    private @Nullable Replica next;

    ReplicaScan(List<Session> sessions) {
        for (Session session : sessions) {
            for (Tier tier : Tier.values()) {
                rest.add(new Chain(session, tier));
            }
        }
    }

    /// The next ones, at most so many; none when it is over. O(what it gives, and sessions).
    List<ReplicaPlace> take(int atMost) {
        List<ReplicaPlace> places = new ArrayList<>();
        while (places.size() < atMost && advance()) {
            Chain current = chain;
            Replica replica = next;
            if (current == null || replica == null) {
                throw new IllegalStateException("a walk that goes on is at a replica");
            }
            places.add(new ReplicaPlace(
                    current.session.node,
                    current.session.id,
                    current.tier,
                    new BlockKey(replica.block.shelf.namespace, replica.block.hash)));
            next = replica.nextOfSession;
        }
        return places;
    }

    /// False at the end of all chains. The replicas of a session that has ended meanwhile stand no more.
    private boolean advance() {
        while (next == null || chain == null || !chain.session.open) {
            chain = rest.poll();
            if (chain == null) {
                next = null;
                return false;
            }
            next = chain.session.open ? chain.session.in(chain.tier).firstReplica : null;
        }
        return true;
    }

    /// The replica is about to leave its chains.
    void leaving(Replica replica) {
        if (replica == next) {
            next = replica.nextOfSession;
        }
    }
}
