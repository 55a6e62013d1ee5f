package io.forebay.fabric;

/// The door to code that is not the fabric's. A listener that throws is reported as an uncaught exception of the
/// thread and harms neither the thread nor the other reads on it.
final class Callbacks {
    private Callbacks() {}

    static void run(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
