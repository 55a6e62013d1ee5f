package io.forebay.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// A sign of life: each process of an engine instance holds a shared lock on the instance's file for as long as it
/// may write to the pool. Only when nobody holds it are the instance's unsealed extents given to another writer
/// (architecture, decision 12). A killed process drops its lock; a stopped one keeps it.
///
/// Safe from any thread. No other code may open the file: when a process closes any descriptor of a file, the
/// system drops all locks that the process has on it.
public final class InstanceLock implements AutoCloseable {
    private static final long HOLD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LockedFile file;
    private final AtomicBoolean held = new AtomicBoolean(true);

    private InstanceLock(LockedFile file) {
        this.file = file;
    }

    /// Takes the lock for this process. Several holds in one process, one for each rank, count up. Waits 1 s at
    /// most for the node, which locks the file alone for a moment when it asks [#isHeld].
    ///
    /// @throws IOException when the file cannot be created or locked
    public static InstanceLock hold(Path lockFile) throws IOException {
        long start = System.nanoTime();
        while (true) {
            Optional<LockedFile> file = LockedFile.tryHold(lockFile, true);
            if (file.isPresent()) {
                return new InstanceLock(file.get());
            }
            if (System.nanoTime() - start > HOLD_NANOS) {
                throw new IOException("somebody else holds the lock file " + lockFile + " for himself");
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    /// True unless every process of the instance is proven to be gone. A missing file proves it: an engine creates
    /// the file before it gets an extent. A file that cannot be asked proves nothing.
    public static boolean isHeld(Path lockFile) {
        try {
            return LockedFile.isHeld(lockFile);
        } catch (IOException e) {
            return true;
        }
    }

    /// Gives this hold back: this user of the instance writes no more. Closing again does nothing.
    @Override
    public void close() {
        if (held.compareAndSet(true, false)) {
            file.close();
        }
    }
}
