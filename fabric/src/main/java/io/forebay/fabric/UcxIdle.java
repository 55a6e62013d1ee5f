package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/// How a worker's thread waits: awake for a moment, then asleep until UCX has something to do, somebody hands
/// something over, or [#SLEEP_MILLIS] are over. On that thread, but for [#wake].
///
/// No hand-over is missed: whoever adds one looks at `asleep` behind it, and the thread looks for one behind setting
/// `asleep`; a signal between arming and sleeping makes the descriptor readable.
final class UcxIdle {
    private static final int SLEEP_MILLIS = 100;

    private final UcxPolling polling;
    private final long busyNanos;
    private final UcxContext context;
    private final BooleanSupplier handedOver;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment scratch = arena.allocate(Long.BYTES, Long.BYTES);
    private final Object lifeLock = new Object();
    private boolean alive = true;
    private boolean slept;
    private volatile boolean asleep;
    private long lastBusy = System.nanoTime();

    /// @param handedOver true if something is to be done
    UcxIdle(UcxSettings settings, UcxContext context, BooleanSupplier handedOver) {
        this.polling = settings.polling();
        this.busyNanos = polling == UcxPolling.BLOCKING ? 0 : settings.busyNanos();
        this.context = context;
        this.handedOver = handedOver;
    }

    /// Ends the sleep, if there is one. Any thread.
    void wake() {
        if (asleep) {
            synchronized (lifeLock) {
                if (alive) {
                    int ignored = UcxNative.signal(context.worker());
                }
            }
        }
    }

    /// The worker is about to be destroyed.
    void end() {
        synchronized (lifeLock) {
            alive = false;
        }
        arena.close();
    }

    /// True if the thread slept since the last look.
    boolean hasSlept() {
        boolean was = slept;
        slept = false;
        return was;
    }

    /// Waits, if there was nothing to do.
    @SuppressWarnings("ThreadPriorityCheck") // A hint is all that is meant: correctness does not hang on it.
    void next(boolean busy) {
        if (busy) {
            lastBusy = System.nanoTime();
        } else if (polling == UcxPolling.BUSY || System.nanoTime() - lastBusy < busyNanos) {
            Thread.yield();
        } else {
            sleep();
        }
    }

    private void sleep() {
        asleep = true;
        if (!handedOver.getAsBoolean() && UcxNative.arm(context.worker()) == UcxStatus.OK) {
            UcxNative.awaitReadable(context.descriptor(), SLEEP_MILLIS, scratch);
            slept = true;
        }
        asleep = false;
    }
}
