package io.forebay.node;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A [Loop] on a platform thread of its own. Producers meet the thread at one bounded queue behind a lock; the thread
/// takes the whole queue at a time, so that the lock is touched once a batch.
///
/// A task that throws does not end the loop: `onError` hears it, and decides whether the process goes on.
public final class EventLoop implements Loop, AutoCloseable {
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoClock;
    private final int bound;
    private final Consumer<Throwable> onError;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(
            Comparator.comparingLong((Alarm alarm) -> alarm.dueNanos).thenComparingLong(alarm -> alarm.order));
    private final Thread thread;
    private ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private boolean open = true;
    private long alarmCount;

    /// @param bound requests from outside that may wait; completions are not counted
    /// @param onError called on the loop's thread
    public EventLoop(String name, int bound, LongSupplier nanoClock, Consumer<Throwable> onError) {
        this.nanoClock = nanoClock;
        this.bound = bound;
        this.onError = onError;
        this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::run);
    }

    /// Starts the thread.
    public EventLoop start() {
        thread.start();
        return this;
    }

    @Override
    public long nanoTime() {
        return nanoClock.getAsLong();
    }

    @Override
    public boolean offer(Runnable request) {
        lock.lock();
        try {
            if (!open || queue.size() >= bound) {
                return false;
            }
            enqueue(request);
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void post(Runnable completion) {
        lock.lock();
        try {
            if (open) {
                enqueue(completion);
            }
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(Runnable task) {
        queue.add(task);
        if (queue.size() == 1) {
            arrived.signal();
        }
    }

    @Override
    public Timer after(long delayNanos, Runnable action) {
        Alarm alarm = new Alarm(nanoTime() + Math.max(0, delayNanos), alarmCount++, action);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    private void run() {
        while (true) {
            ArrayDeque<Runnable> batch = take();
            if (batch == null) {
                return;
            }
            batch.forEach(this::runSafely);
            runDueAlarms();
        }
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            onError.accept(e);
        }
    }

    /// Waits for tasks or the next alarm; null once the loop is closed and its queue is empty.
    private @Nullable ArrayDeque<Runnable> take() {
        lock.lock();
        try {
            long waitNanos = LONGEST_WAIT_NANOS;
            Alarm next = alarms.peek();
            if (next != null) {
                waitNanos = Math.min(waitNanos, next.dueNanos - nanoTime());
            }
            while (queue.isEmpty() && open && waitNanos > 0) {
                waitNanos = arrived.awaitNanos(waitNanos);
            }
            if (queue.isEmpty() && !open) {
                return null;
            }
            ArrayDeque<Runnable> batch = queue;
            queue = new ArrayDeque<>();
            return batch;
        } catch (InterruptedException e) {
            return null;
        } finally {
            lock.unlock();
        }
    }

    /// One by one: an alarm that is due may be cancelled by another that is due with it. What they set is for later.
    private void runDueAlarms() {
        long now = nanoTime();
        long next = alarmCount;
        for (Alarm first = alarms.peek();
                first != null && first.dueNanos <= now && first.order < next;
                first = alarms.peek()) {
            alarms.remove();
            runSafely(first.action);
        }
    }

    /// Takes nothing more, finishes what is queued, and waits at most 5 s for that.
    @Override
    public void close() {
        lock.lock();
        try {
            open = false;
            arrived.signal();
        } finally {
            lock.unlock();
        }
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            if (!thread.join(Duration.ofSeconds(5))) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private record Alarm(long dueNanos, long order, Runnable action) {}
}
