package io.forebay.core.catalogue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who has a session: the open ones by node, and the ended ones whose replicas still wait to be reclaimed, oldest
/// first. The one writer of [Session] and [Holdings], the chains of replicas aside.
///
/// ```
///   (none) ──opened──▶ open ──ended──▶ ended ──reclaimed──▶ (none)
/// ```
///
/// A session's number has the master's epoch in its high bits and a count in the low ones, so that no number is given
/// twice, neither in one epoch nor over several.
final class Sessions {
    /// Bits of a session number that count within an epoch: a node that restarted every second would need weeks.
    static final int COUNT_BITS = 21;

    static final long MAX_EPOCH = (1L << (63 - COUNT_BITS)) - 1;

    private final Map<NodeId, Session> open = new LinkedHashMap<>();
    private final Map<SessionId, Session> all = new LinkedHashMap<>();
    private final Map<SessionId, Session> ended = new LinkedHashMap<>();
    private final BitSet indices = new BitSet();
    private final long masterEpoch;
    private long count;
    private int inventories;
    private long suspectsDropped;

    Sessions(long masterEpoch) {
        Invariant.check(
                masterEpoch >= 1 && masterEpoch <= MAX_EPOCH,
                "a master epoch is from 1 to " + MAX_EPOCH + ", not " + masterEpoch);
        this.masterEpoch = masterEpoch;
    }

    /// The number that the next session gets.
    SessionId nextId() {
        Invariant.check(count + 1 < 1L << COUNT_BITS, "an epoch has no more sessions than its numbers");
        return new SessionId((masterEpoch << COUNT_BITS) + count + 1);
    }

    void opened(Durable.SessionOpened event) {
        int index = indices.nextClearBit(0);
        indices.set(index);
        Session session = new Session(event, index);
        open.put(event.node(), session);
        all.put(event.session(), session);
        count++;
        for (Tier tier : Tier.values()) {
            inventories += session.in(tier).inventoryEnded ? 0 : 1;
        }
    }

    void ended(SessionId id) {
        Session session = get(id);
        session.open = false;
        open.remove(session.node, session);
        for (Tier tier : Tier.values()) {
            inventoryEnded(session.in(tier));
        }
        ended.put(id, session);
        forgetIfEmpty(session);
    }

    void heard(SessionId id, long atNanos) {
        get(id).heardNanos = atNanos;
    }

    void told(SessionId id, Readings readings) {
        get(id).readings = readings;
    }

    /// What is new in what the node says of being taken out of service.
    List<Event> toldOfDrain(Session session, boolean draining) {
        return draining == session.draining ? List.of() : List.of(new Soft.DrainTold(session.id, draining));
    }

    void drained(SessionId id, boolean draining) {
        get(id).draining = draining;
    }

    void hidden(SessionId id, long silence) {
        Session session = get(id);
        session.silences = silence;
        session.hidden = true;
    }

    void caughtUp(SessionId id) {
        get(id).hidden = false;
    }

    void suspected(Soft.Suspected event) {
        suspectsDropped += get(event.session()).suspects.add(event.keys());
    }

    /// Replicas that owners have yet to be asked about. O(open sessions).
    int suspects() {
        return open.values().stream()
                .mapToInt(session -> session.suspects.size())
                .sum();
    }

    /// Suspects that made place for later ones, since the start.
    long suspectsDropped() {
        return suspectsDropped;
    }

    void batchApplied(Durable.BatchApplied event) {
        Session session = get(event.session());
        Holdings holdings = session.in(event.tier());
        holdings.lastReply = event.reply();
        if (event.tier() == Tier.MEMORY) {
            session.suspects.clear();
        }
        if (event.inventoryEnd()) {
            inventoryEnded(holdings);
        }
    }

    private void inventoryEnded(Holdings holdings) {
        if (!holdings.inventoryEnded) {
            holdings.inventoryEnded = true;
            inventories--;
        }
    }

    /// Inventories of open sessions that are not complete, one for each tier.
    int inventories() {
        return inventories;
    }

    /// Some of an ended session's replicas are gone; with the last of them the session is forgotten.
    void reclaimed(Session session) {
        forgetIfEmpty(session);
    }

    private void forgetIfEmpty(Session session) {
        if (!session.open && session.replicas() == 0) {
            ended.remove(session.id);
            all.remove(session.id);
            indices.clear(session.index);
        }
    }

    /// The session of this number, open or ended, which an event says exists.
    Session get(SessionId id) {
        Session session = all.get(id);
        if (session == null) {
            throw new IllegalStateException("an event names a session that is known, not " + id);
        }
        return session;
    }

    boolean isOpen(SessionId id) {
        Session session = all.get(id);
        return session != null && session.open;
    }

    /// The node's open session, if its number is `id`.
    @Nullable
    Session current(NodeId node, SessionId id) {
        Session session = open.get(node);
        return session != null && session.id.equals(id) ? session : null;
    }

    @Nullable
    Session of(NodeId node) {
        return open.get(node);
    }

    /// In the order in which they were opened.
    Collection<Session> open() {
        return open.values();
    }

    /// Those with replicas left, in the order in which they ended.
    Collection<Session> ended() {
        return ended.values();
    }

    /// One more than the highest [Session#index] in use.
    int indexLimit() {
        return indices.length();
    }
}
