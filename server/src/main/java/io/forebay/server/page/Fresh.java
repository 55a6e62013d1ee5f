package io.forebay.server.page;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value that is made anew when somebody asks and it is older than a bound. One makes it, whoever else asks meanwhile
/// waits for that one and takes what it made: many who look cost no more than one. Safe from any thread.
///
/// @param <T> the value
public final class Fresh<T> {
    private final long nanos;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Made<T> made;

    private record Made<T>(T value, long atNanos) {}

    /// @param nanos for so long a value counts as fresh
    public Fresh(long nanos) {
        this.nanos = nanos;
    }

    /// A value that is fresh.
    ///
    /// @param making takes as long as the caller is ready to wait, at most; what it throws goes to the caller
    public T get(Supplier<T> making) {
        Made<T> now = made;
        if (now != null && isFresh(now)) {
            return now.value;
        }
        lock.lock();
        try {
            Made<T> other = made;
            if (other != null && isFresh(other)) {
                return other.value;
            }
            T value = making.get();
            made = new Made<>(value, System.nanoTime());
            return value;
        } finally {
            lock.unlock();
        }
    }

    private boolean isFresh(Made<T> each) {
        return System.nanoTime() - each.atNanos < nanos;
    }
}
