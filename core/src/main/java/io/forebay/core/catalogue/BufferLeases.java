package io.forebay.core.catalogue;

import io.forebay.core.session.SessionId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What promotions brought to the sessions' prefetch buffers, and what of it router leases keep there, in bytes.
///
/// The lease that a block lands with ends by itself, at a moment that nobody moves any more. What triggers add to it
/// may go on for as long as routers ask, so it is counted apart, to be bounded: *prolonged* is what is leased for
/// longer than its landing promised. What is over at the moment that is asked about counts in neither sum.
///
/// A change is O(log(blocks of the buffer)); a sum is O(leases over since the last [#passed]). Changed by
/// [RouterLeases].
final class BufferLeases {
    private static final Comparator<Landed> FIRST_TO_END =
            Comparator.comparingLong((Landed landed) -> landed.untilNanos).thenComparingLong(landed -> landed.number);

    /// One block in a buffer.
    private static final class Landed {
        final Buffer buffer;
        final long number;
        final long bytes;
        /// Until when its landing leased it.
        final long ownNanos;
        /// Whether it has been leased without an end between since then.
        boolean own = true;

        long untilNanos;

        Landed(Buffer buffer, long number, long bytes, long ownNanos) {
            this.buffer = buffer;
            this.number = number;
            this.bytes = bytes;
            this.ownNanos = ownNanos;
        }

        boolean isBeyondOwn(long nanos) {
            return !own || nanos - ownNanos > 0;
        }
    }

    /// Leases by their ends.
    private static final class Sum {
        private final NavigableSet<Landed> leases = new TreeSet<>(FIRST_TO_END);
        private long bytes;

        void add(Landed landed) {
            bytes += leases.add(landed) ? landed.bytes : 0;
        }

        void remove(Landed landed) {
            bytes -= leases.remove(landed) ? landed.bytes : 0;
        }

        boolean has(Landed landed, long nowNanos) {
            return landed.untilNanos - nowNanos > 0 && leases.contains(landed);
        }

        void passed(long nowNanos) {
            while (!leases.isEmpty() && leases.first().untilNanos - nowNanos <= 0) {
                remove(leases.first());
            }
        }

        long bytes(long nowNanos) {
            long left = bytes;
            for (Landed landed : leases) {
                if (landed.untilNanos - nowNanos > 0) {
                    break;
                }
                left -= landed.bytes;
            }
            return left;
        }
    }

    /// One session's.
    private static final class Buffer {
        final Sum leased = new Sum();
        final Sum prolonged = new Sum();
        int blocks;
    }

    private final Map<Replica, Landed> byReplica = new HashMap<>();
    private final Map<SessionId, Buffer> buffers = new HashMap<>();
    private long count;

    /// The replica lies in its session's buffer, and no lease of it has ended yet; no change if that is known.
    ///
    /// @param ownNanos until when its landing leases it
    void landed(Replica replica, long bytes, long ownNanos) {
        byReplica.computeIfAbsent(replica, each -> {
            Buffer buffer = buffers.computeIfAbsent(each.session.id, session -> new Buffer());
            buffer.blocks++;
            return new Landed(buffer, count++, bytes, ownNanos);
        });
    }

    boolean has(Replica replica) {
        return byReplica.containsKey(replica);
    }

    /// The replica is leased until then; no change if it lies elsewhere.
    void leased(Replica replica, long untilNanos) {
        Landed landed = byReplica.get(replica);
        if (landed != null) {
            remove(landed);
            landed.untilNanos = untilNanos;
            landed.buffer.leased.add(landed);
            if (landed.isBeyondOwn(untilNanos)) {
                landed.buffer.prolonged.add(landed);
            }
        }
    }

    /// The replica is leased no more; no change if it lies elsewhere.
    void ended(Replica replica) {
        Landed landed = byReplica.get(replica);
        if (landed != null) {
            landed.own = false;
            remove(landed);
        }
    }

    private static void remove(Landed landed) {
        landed.buffer.leased.remove(landed);
        landed.buffer.prolonged.remove(landed);
    }

    /// The replica is no more; no change if it lay elsewhere.
    void gone(Replica replica) {
        Landed landed = byReplica.remove(replica);
        if (landed != null) {
            remove(landed);
            if (--landed.buffer.blocks == 0) {
                buffers.remove(replica.session.id);
            }
        }
    }

    /// It is so late for the session: what is over is dropped from its sums.
    void passed(SessionId session, long nowNanos) {
        Buffer buffer = buffers.get(session);
        if (buffer != null) {
            buffer.leased.passed(nowNanos);
            buffer.prolonged.passed(nowNanos);
        }
    }

    /// What leasing the replica until then adds to what is prolonged: nothing where that is no longer than its landing
    /// promised, or where it is prolonged already.
    long addedBytes(@Nullable Replica replica, long untilNanos, long nowNanos) {
        Landed landed = replica == null ? null : byReplica.get(replica);
        if (landed == null || !landed.isBeyondOwn(untilNanos)) {
            return 0;
        }
        return landed.buffer.prolonged.has(landed, nowNanos) ? 0 : landed.bytes;
    }

    /// Bytes of the session's buffer that are leased.
    long leasedBytes(SessionId session, long nowNanos) {
        Buffer buffer = buffers.get(session);
        return buffer == null ? 0 : buffer.leased.bytes(nowNanos);
    }

    /// Of these, what triggers have prolonged.
    long prolongedBytes(SessionId session, long nowNanos) {
        Buffer buffer = buffers.get(session);
        return buffer == null ? 0 : buffer.prolonged.bytes(nowNanos);
    }
}
