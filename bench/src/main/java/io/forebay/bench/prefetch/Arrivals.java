package io.forebay.bench.prefetch;

import io.forebay.client.EventListener;
import io.forebay.core.block.BlockHash;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.tier.Tier;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Which blocks the master's events have said to be in memory by now: who waits for them costs the processes that bring
/// them no more than that. Safe from any thread.
final class Arrivals implements EventListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<BlockHash> inMemory = new HashSet<>();
    private boolean listening;

    @Override
    public void part(EventPart part) {
        lock.lock();
        try {
            switch (part) {
                case EventPart.Started started -> listening = true;
                case EventPart.Happened happened -> happened.events().forEach(this::take);
                case EventPart.Standing standing -> {}
                case EventPart.Complete complete -> {}
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void take(ReplicaEvent event) {
        if (event instanceof ReplicaEvent.Stored stored && stored.place().tier() == Tier.MEMORY) {
            inMemory.add(stored.place().key().hash());
        }
    }

    /// Waits until the master's events come.
    void awaitListening(long nanos) throws IOException {
        await(Set.of(), nanos);
    }

    /// Waits until all of these have come.
    void await(Collection<BlockHash> hashes, long nanos) throws IOException {
        Set<BlockHash> missing = new HashSet<>(hashes);
        lock.lock();
        try {
            long left = nanos;
            missing.removeAll(inMemory);
            while (!listening || !missing.isEmpty()) {
                if (left <= 0) {
                    throw new IOException(missing.size() + " blocks did not come to memory");
                }
                left = changed.awaitNanos(left);
                missing.removeIf(inMemory::contains);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            lock.unlock();
        }
    }
}
