package io.forebay.core.catalogue;

import io.forebay.core.session.SessionId;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which replicas have a router lease, and until when. Soft state: lost with the master, and told again by the nodes'
/// inventories.
///
/// A lease is over when its time is, whether it has been swept away or not; sweeping only gives memory back, from the
/// lease that was taken or prolonged first on, so many at a time. Leases of what promotions brought to prefetch buffers
/// are counted by [BufferLeases], and not with those of main pools. Changed by [ReplicaTable].
final class RouterLeases {
    private final Map<Replica, Long> untilNanos = new LinkedHashMap<>();
    private final Map<SessionId, Integer> bySession = new HashMap<>();
    private final BufferLeases buffers = new BufferLeases();

    /// The replica stays until then, or longer if that was promised before.
    void take(Replica replica, long until) {
        Long before = untilNanos.remove(replica);
        if (before == null && !buffers.has(replica)) {
            bySession.merge(replica.session.id, 1, Integer::sum);
        }
        long latest = before != null && before - until > 0 ? before : until;
        untilNanos.put(replica, latest);
        buffers.leased(replica, latest);
    }

    /// A promotion has brought the replica to its session's prefetch buffer, with a lease until then, or with none when
    /// that is `nowNanos`.
    void landed(Replica replica, long bytes, long until, long nowNanos) {
        if (bytes > 0 && !buffers.has(replica)) {
            if (untilNanos.containsKey(replica)) {
                uncount(replica);
            }
            buffers.landed(replica, bytes, until);
        }
        if (until - nowNanos > 0) {
            take(replica, until);
        }
    }

    /// The replica's lease is over.
    void drop(Replica replica) {
        if (untilNanos.remove(replica) != null) {
            ended(replica);
        }
    }

    /// The replica is no more.
    void gone(Replica replica) {
        drop(replica);
        buffers.gone(replica);
    }

    private void ended(Replica replica) {
        buffers.ended(replica);
        if (!buffers.has(replica)) {
            uncount(replica);
        }
    }

    private void uncount(Replica replica) {
        bySession.computeIfPresent(replica.session.id, (session, count) -> count == 1 ? null : count - 1);
    }

    /// Leases of the session's replicas in its main pool, some of them over and not yet swept.
    int of(SessionId session) {
        return bySession.getOrDefault(session, 0);
    }

    /// Of what lies in prefetch buffers.
    BufferLeases buffers() {
        return buffers;
    }

    /// What is left of the replica's lease; 0 when it has none.
    long leftNanos(@Nullable Replica replica, long nowNanos) {
        Long until = replica == null ? null : untilNanos.get(replica);
        return until == null ? 0 : Math.max(0, until - nowNanos);
    }

    /// How many of the oldest are over, one behind the other; looks at `atMost`.
    int over(long nowNanos, int atMost) {
        int over = 0;
        Iterator<Long> oldest = untilNanos.values().iterator();
        while (over < atMost && oldest.hasNext() && oldest.next() - nowNanos <= 0) {
            over++;
        }
        return over;
    }

    /// Drops so many of the oldest.
    void sweep(int count) {
        Iterator<Replica> oldest = untilNanos.keySet().iterator();
        for (int i = 0; i < count && oldest.hasNext(); i++) {
            Replica replica = oldest.next();
            oldest.remove();
            ended(replica);
        }
    }

    int size() {
        return untilNanos.size();
    }
}
