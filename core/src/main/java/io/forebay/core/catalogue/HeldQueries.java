package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.SessionId;
import io.forebay.core.watch.ChainWatches;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/// Prefix queries whose answer is held back until visible owners have the whole chain, or their time is over.
/// What they hear then is decided anew. Soft: a master that starts over has none, and nodes ask again.
///
/// A batch that registers a key wakes those who lack this very key; a node that becomes visible with all it has
/// is rare, and makes all of them look. Blocks that go wake nobody. Confined to its [MasterShell].
final class HeldQueries {
    static final int MAX_HELD = 16_384;
    static final int MAX_OF_SESSION = 512;

    /// Of all queries together; 8 bytes each, beside the hashes themselves.
    static final int MAX_HASHES = 1 << 22;

    private static final class Held {
        final MasterRequest<?> request;
        final SessionId session;
        final long untilNanos;

        Held(MasterRequest<?> request, SessionId session, long untilNanos) {
            this.request = request;
            this.session = session;
            this.untilNanos = untilNanos;
        }
    }

    private final ChainWatches<Held> watches = new ChainWatches<>(MAX_HELD, MAX_HASHES);
    private final PriorityQueue<Held> byDeadline =
            new PriorityQueue<>(Comparator.comparingLong((Held held) -> held.untilNanos));
    private final Map<SessionId, Integer> bySession = new HashMap<>();
    private final List<Held> due = new ArrayList<>();
    private boolean closed;

    /// Holds the request if it is a query that wants that, something is missing, and there is room.
    ///
    /// @param reply what the query would hear now
    boolean hold(MasterRequest<?> request, Reply reply, long nowNanos, Predicate<BlockKey> there) {
        if (!(request.command() instanceof PrefixQuery query)
                || query.watch().isEmpty()
                || closed
                || !(reply instanceof PrefixReply prefix)
                || prefix.full()) {
            return false;
        }
        PrefixWatch watch = query.watch().get();
        long nanos = Math.min(watch.nanos(), request.timeoutNanos());
        Held held = new Held(request, watch.session(), nowNanos + nanos);
        boolean room = bySession.getOrDefault(held.session, 0) < MAX_OF_SESSION
                && watches.add(held, query.namespace(), query.hashes(), there);
        if (room) {
            byDeadline.add(held);
            bySession.merge(held.session, 1, Integer::sum);
        }
        return room;
    }

    /// An event has been applied.
    void happened(Event event, Predicate<BlockKey> there) {
        if (watches.isEmpty()) {
            return;
        }
        if (event instanceof Durable.BatchApplied batch) {
            batch.register().forEach(key -> due.addAll(watches.arrived(key, there)));
        } else if (event instanceof Soft.NodeCaughtUp) {
            due.addAll(watches.anythingArrived(there));
        } else if (event instanceof Durable.SessionEnded ended) {
            endThose(ended.session());
        }
    }

    /// Who asked has left, or comes again with a new session: it waits no longer.
    private void endThose(SessionId session) {
        for (Held held : byDeadline) {
            if (held.session.equals(session) && !due.contains(held)) {
                watches.remove(held);
                due.add(held);
            }
        }
    }

    /// Those who are to hear now, in the order in which that came about.
    List<MasterRequest<?>> takeDue(long nowNanos) {
        List<MasterRequest<?>> taken = new ArrayList<>();
        for (Held held : due) {
            byDeadline.remove(held);
            taken.add(ended(held));
        }
        due.clear();
        for (Held first = byDeadline.peek(); first != null && first.untilNanos <= nowNanos; first = byDeadline.peek()) {
            byDeadline.remove();
            watches.remove(first);
            taken.add(ended(first));
        }
        return taken;
    }

    /// Nothing is held any more: all that wait, who wait no longer.
    List<MasterRequest<?>> takeAll() {
        closed = true;
        List<MasterRequest<?>> taken = new ArrayList<>();
        byDeadline.forEach(held -> taken.add(ended(held)));
        watches.waiting().forEach(watches::remove);
        byDeadline.clear();
        due.clear();
        return taken;
    }

    private MasterRequest<?> ended(Held held) {
        bySession.computeIfPresent(held.session, (session, count) -> count == 1 ? null : count - 1);
        return held.request;
    }

    /// When the next one's time is over; empty if nobody waits.
    OptionalLong nextNanos() {
        Held first = byDeadline.peek();
        return first == null ? OptionalLong.empty() : OptionalLong.of(first.untilNanos);
    }

    int count() {
        return watches.count();
    }
}
