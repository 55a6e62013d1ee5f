package io.forebay.core.fetch;

import io.forebay.core.answer.Invariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A bound on how much is under way at one time, and the bounded queue before it.
///
/// ```
///   (none) ──enter──▶ inside ──leave──▶ (none)
///      └────enter──▶ waiting ──room and its turn──▶ inside
///                       └──leave──▶ (none)
/// ```
///
/// First come, first served: nobody overtakes the one at the head of the queue, who waits for the room that it needs.
/// What weighs more than there is room at all goes in alone, once nothing else is inside.
///
/// O(1) for each one. Not safe for several threads; one writer.
///
/// @param <T> who comes; told apart by `equals`
public final class Turnstile<T> {
    /// What comes of an entry.
    public enum Entry {
        /// It is inside.
        INSIDE,
        /// [#leave] of others will name it.
        WAITING,
        /// The queue is full: it has not come at all.
        REFUSED
    }

    private final long capacity;
    private final int maxWaiting;
    private final Map<T, Long> inside = new LinkedHashMap<>();
    private final LinkedHashMap<T, Long> waiting = new LinkedHashMap<>();
    private long weight;

    /// @param capacity weight that may be inside, at least 1
    /// @param maxWaiting how many may wait
    public Turnstile(long capacity, int maxWaiting) {
        Invariant.check(capacity >= 1 && maxWaiting >= 0, "a turnstile lets something through");
        this.capacity = capacity;
        this.maxWaiting = maxWaiting;
    }

    /// Goes in, or queues.
    ///
    /// @param who not known here yet
    /// @param itsWeight at least 0
    public Entry enter(T who, long itsWeight) {
        Invariant.check(!inside.containsKey(who) && !waiting.containsKey(who), "one comes in once");
        if (waiting.isEmpty() && fits(itsWeight)) {
            admit(who, itsWeight);
            return Entry.INSIDE;
        }
        if (waiting.size() >= maxWaiting) {
            return Entry.REFUSED;
        }
        waiting.put(who, itsWeight);
        return Entry.WAITING;
    }

    private boolean fits(long more) {
        return inside.isEmpty() || weight + more <= capacity;
    }

    private void admit(T who, long itsWeight) {
        inside.put(who, itsWeight);
        weight += itsWeight;
    }

    /// It is done, or does not wait any longer; no effect on one who is not here.
    ///
    /// @return who has come in from the queue by that, in order
    public List<T> leave(T who) {
        Long gone = inside.remove(who);
        if (gone == null) {
            waiting.remove(who);
        } else {
            weight -= gone;
        }
        List<T> entered = new ArrayList<>();
        while (!waiting.isEmpty() && fits(waiting.firstEntry().getValue())) {
            Map.Entry<T, Long> next = waiting.pollFirstEntry();
            admit(next.getKey(), next.getValue());
            entered.add(next.getKey());
        }
        return entered;
    }

    /// How many are inside.
    public int inside() {
        return inside.size();
    }

    /// How many wait.
    public int waiting() {
        return waiting.size();
    }

    /// The weight inside.
    public long weight() {
        return weight;
    }
}
