package io.forebay.bench.fault;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The fault of one direction of a [FaultProxy], shared by the threads that forward in it.
final class FaultSwitch {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private WireFault fault = new WireFault.None();
    private long change;
    private long bytesSinceChange;
    private boolean closed;

    void set(WireFault next) {
        lock.lock();
        try {
            fault = next;
            change++;
            bytesSinceChange = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Ends every wait; nothing is forwarded afterwards.
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits as long as the direction hangs; false once the switch is closed.
    boolean awaitReading() {
        lock.lock();
        try {
            while (fault instanceof WireFault.Hang && !closed) {
                changed.awaitUninterruptibly();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /// Does to the first `count` bytes what the fault says; waits if it says so.
    ///
    /// @return bytes to forward; -1 to close the connection
    int treat(byte[] bytes, int count) {
        lock.lock();
        try {
            while (fault instanceof WireFault.Hang && !closed) {
                changed.awaitUninterruptibly();
            }
            if (closed) {
                return -1;
            }
            long before = bytesSinceChange;
            bytesSinceChange += count;
            return switch (fault) {
                case WireFault.None none -> count;
                case WireFault.Hang hang -> count;
                case WireFault.Drop drop -> 0;
                case WireFault.Delay delay -> delayed(delay.nanos(), count);
                case WireFault.Corrupt corrupt -> corrupted(corrupt.every(), bytes, count, before);
                case WireFault.CutAfter cut -> before >= cut.bytes() ? -1 : (int) Math.min(count, cut.bytes() - before);
            };
        } finally {
            lock.unlock();
        }
    }

    private int delayed(long nanos, int count) {
        long left = nanos;
        long asked = change;
        boolean interrupted = false;
        while (left > 0 && !closed && change == asked) {
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException e) {
                interrupted = true;
                left = 0;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return closed ? -1 : count;
    }

    private static int corrupted(int every, byte[] bytes, int count, long before) {
        int first = (int) (every - 1 - before % every);
        for (int at = first; at < count; at += every) {
            bytes[at] ^= 1;
        }
        return count;
    }
}
