package io.forebay.memory.ssd.device;

import io.forebay.core.answer.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The one lock of a tier's state. What others are to be told, or are to do, is put off until it is free, so
/// that a listener may call the tier and no I/O is ever made under it. Turns are short: no one in them is
/// longer than a walk over one file's records.
public final class TierLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private List<Runnable> afterwards = new ArrayList<>();

    /// Runs a turn.
    public void run(Runnable turn) {
        call(() -> {
            turn.run();
            return true;
        });
    }

    /// Runs a turn for its result.
    public <T> T call(Supplier<T> turn) {
        List<Runnable> due = List.of();
        lock.lock();
        try {
            return turn.get();
        } finally {
            if (lock.getHoldCount() == 1) {
                if (!afterwards.isEmpty()) {
                    due = afterwards;
                    afterwards = new ArrayList<>();
                }
                changed.signalAll();
            }
            lock.unlock();
            due.forEach(TierLock::tell);
        }
    }

    /// Within a turn: `what` runs when the lock is free again, after what was put off before.
    void later(Runnable what) {
        Invariant.check(lock.isHeldByCurrentThread(), "only a turn puts something off");
        afterwards.add(what);
    }

    /// Waits, outside of any turn, until `reached` holds in one.
    ///
    /// @return what is left of the time
    public long await(BooleanSupplier reached, long nanos) {
        long left = nanos;
        boolean interrupted = false;
        lock.lock();
        try {
            while (!reached.getAsBoolean() && left > 0) {
                try {
                    left = changed.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                    left = Math.min(left, TimeUnit.SECONDS.toNanos(1));
                }
            }
            return Math.max(0, left);
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// One listener that throws must not keep the next from hearing.
    private static void tell(Runnable due) {
        try {
            due.run();
        } catch (RuntimeException e) {
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, e);
        }
    }
}
