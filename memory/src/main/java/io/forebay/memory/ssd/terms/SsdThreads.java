package io.forebay.memory.ssd.terms;

/// The threads of one device, handed in so that a simulation can run the tier in one. Tasks of one kind run in
/// the order in which they were given, as many at a time as the settings say; a task may block in I/O. None is
/// ever refused: the tier bounds what it gives.
public interface SsdThreads extends AutoCloseable {
    /// A timer that can be taken back; harmless if it has run.
    @FunctionalInterface
    interface Alarm {
        void cancel();
    }

    /// Runs a read.
    void read(Runnable task);

    /// Runs a write, or what belongs to writing: making and finishing files, syncing.
    void write(Runnable task);

    /// Runs a piece of reclaim; one at a time.
    void reclaim(Runnable task);

    /// Runs a short task after a while; it never does I/O.
    Alarm after(long nanos, Runnable task);

    long nanoTime();

    /// Gives no new task to anybody. Those that hang in I/O are left, and alarms that are set still ring.
    @Override
    void close();
}
