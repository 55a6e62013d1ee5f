package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The few platform threads that copy for all peers of a `map` fabric, first come, first served, and the alarms of
/// the reads. The queue is bounded by the ranges that each peer lets in flight.
final class CopyCrew implements AutoCloseable {
    private final Watchdog watchdog;
    private final LongConsumer delivered;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final SequencedSet<RegionCopy> queue = new LinkedHashSet<>();
    private final List<Thread> threads = new ArrayList<>();
    private boolean closed;

    CopyCrew(int size, Watchdog watchdog, LongConsumer delivered) {
        this.watchdog = watchdog;
        this.delivered = delivered;
        for (int i = 0; i < size; i++) {
            threads.add(Threads.make("map-copy-" + i, this::work));
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /// The timer of the reads that are copied here.
    Watchdog watchdog() {
        return watchdog;
    }

    /// Queues the copy; its read fails with `late` when its time is up.
    void copy(RegionCopy copy, long timeoutNanos, Failure late) {
        copy.task().arm(watchdog.after(timeoutNanos, () -> {
            copy.task().fail(late);
            forget(copy);
        }));
        boolean refused;
        lock.lock();
        try {
            refused = closed;
            if (!refused) {
                queue.add(copy);
                work.signal();
            }
        } finally {
            lock.unlock();
        }
        if (refused) {
            copy.task().fail(Blame.here("this fabric is closed"));
        }
    }

    /// Waits until no destination is written any more. All peers must be down.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
        threads.forEach(Threads::join);
    }

    private void forget(RegionCopy copy) {
        lock.lock();
        try {
            queue.remove(copy);
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        RegionCopy next = take();
        while (next != null) {
            next.run(delivered);
            next = take();
        }
    }

    /// Null once the crew is closed; what is queued then is over already.
    private @Nullable RegionCopy take() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closed) {
                work.awaitUninterruptibly();
            }
            return queue.isEmpty() ? null : queue.removeFirst();
        } finally {
            lock.unlock();
        }
    }
}
