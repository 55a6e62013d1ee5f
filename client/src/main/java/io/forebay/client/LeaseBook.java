package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Who in this process holds which engine lease, so that each is given back exactly once and only when nobody
/// here needs it.
///
/// It takes a book because a node answers a repeated query with the *same* lease: two threads that ask for one
/// request share its lease, and an answer that came too late for one query may be the one that the next query
/// is about to get. So a late lease is kept while its request is being asked for again, and a lease that is on
/// its way back is not accepted a second time.
///
/// Safe from any thread; calls to the node are made outside the lock.
final class LeaseBook {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition given = lock.newCondition();
    private final Map<LeaseId, Integer> holders = new HashMap<>();
    private final Set<LeaseId> onTheWayBack = new HashSet<>();
    private final Map<String, Asking> asked = new HashMap<>();
    private final BiConsumer<LeaseId, Consumer<Answer<LeaseOutcome>>> release;

    /// The queries under way for one request, and the leases that came late for earlier ones.
    private static final class Asking {
        private int queries;
        private final List<LeaseId> kept = new ArrayList<>();
    }

    /// @param release makes the call that gives a lease back
    LeaseBook(BiConsumer<LeaseId, Consumer<Answer<LeaseOutcome>>> release) {
        this.release = release;
    }

    /// A query for `requestId` begins.
    void begin(String requestId) {
        lock.lock();
        try {
            asked.computeIfAbsent(requestId, id -> new Asking()).queries++;
        } finally {
            lock.unlock();
        }
    }

    /// A query for `requestId` has its lease or has given up.
    void end(String requestId) {
        List<LeaseId> free = List.of();
        lock.lock();
        try {
            Asking asking = asked.get(requestId);
            if (asking != null && --asking.queries == 0) {
                asked.remove(requestId);
                free = asking.kept;
            }
        } finally {
            lock.unlock();
        }
        free.forEach(this::letGo);
    }

    /// A lease was granted and will be let go. False if this very lease is being given back: ask again.
    boolean hold(LeaseId lease) {
        lock.lock();
        try {
            if (onTheWayBack.contains(lease)) {
                return false;
            }
            holders.merge(lease, 1, Integer::sum);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// A lease was granted to a query of `requestId` that no longer waits.
    void late(String requestId, LeaseId lease) {
        if (!hold(lease)) {
            return;
        }
        lock.lock();
        try {
            Asking asking = asked.get(requestId);
            if (asking != null) {
                asking.kept.add(lease);
                return;
            }
        } finally {
            lock.unlock();
        }
        letGo(lease);
    }

    /// One holder has let go; after the last one the lease is given back.
    void letGo(LeaseId lease) {
        lock.lock();
        try {
            Integer left = holders.computeIfPresent(lease, (id, count) -> count > 1 ? count - 1 : null);
            if (left != null || !onTheWayBack.add(lease)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        PendingReply.<LeaseOutcome>send(then -> release.accept(lease, then), answer -> back(lease));
    }

    private void back(LeaseId lease) {
        lock.lock();
        try {
            onTheWayBack.remove(lease);
            given.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until the node has answered for every lease that is on its way back; an interrupted thread waits
    /// no longer and stays interrupted.
    void awaitReleased(long timeoutNanos) {
        long left = timeoutNanos;
        lock.lock();
        try {
            while (!onTheWayBack.isEmpty() && left > 0) {
                left = given.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
