package io.forebay.gateway.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The latest batches, without holes between their numbers, for those who have missed some. Bounded in number and
/// bytes; the latest one is always there. Safe from any thread.
final class ReplayBuffer {
    private final int steps;
    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<SentBatch> batches = new ArrayDeque<>();
    private long bytes;

    /// @param steps batches at most, at least 1
    ReplayBuffer(int steps, long mostBytes) {
        this.steps = steps;
        this.mostBytes = mostBytes;
    }

    void add(SentBatch batch) {
        lock.lock();
        try {
            batches.addLast(batch);
            bytes += batch.bytes();
            while (batches.size() > 1 && (batches.size() > steps || bytes > mostBytes)) {
                bytes -= batches.removeFirst().bytes();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The latest one.
    Optional<SentBatch> last() {
        lock.lock();
        try {
            return Optional.ofNullable(batches.peekLast());
        } finally {
            lock.unlock();
        }
    }

    /// The batches of this number and the next ones, `atMost` of them; empty if the first has gone, or none is there
    /// yet.
    List<SentBatch> from(long sequence, int atMost) {
        lock.lock();
        try {
            List<SentBatch> found = new ArrayList<>();
            SentBatch oldest = batches.peekFirst();
            if (oldest != null && sequence >= oldest.sequence()) {
                batches.stream()
                        .skip(sequence - oldest.sequence())
                        .limit(atMost)
                        .forEach(found::add);
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return batches.size();
        } finally {
            lock.unlock();
        }
    }

    long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }
}
