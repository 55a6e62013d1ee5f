package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// The entrance of one peer's reads: checks what the caller hands in and counts the ranges in flight.
final class FabricReads {
    private final AtomicInteger inFlight = new AtomicInteger();

    /// Refuses ranges that no backend could read into.
    static void check(List<ReadRange> ranges) {
        if (ranges.isEmpty()) {
            throw new IllegalArgumentException("a read of no ranges");
        }
        for (ReadRange range : ranges) {
            if (!range.destination().isNative() || range.destination().isReadOnly() || range.lengthBytes() == 0) {
                throw new IllegalArgumentException("a destination must be native, writable and not empty");
            }
        }
    }

    /// A read that cannot start: its listener hears so on the fabric's thread.
    static ReadOperation refuse(Watchdog watchdog, ReadListener listener, Failure failure) {
        watchdog.soon(() -> {
            Callbacks.run(() -> listener.finished(new ReadResult.Failed(0, failure)));
            listener.over();
        });
        return () -> {};
    }

    /// Takes room for `ranges`; false if there is none.
    boolean enter(int ranges) {
        int before = inFlight.getAndUpdate(now -> fits(now, ranges) ? now + ranges : now);
        return fits(before, ranges);
    }

    private static boolean fits(int now, int ranges) {
        return ranges <= FabricPeer.MAX_RANGES_IN_FLIGHT - now;
    }

    /// Gives the room of a read that is over back.
    void leave(ReadTask task) {
        inFlight.addAndGet(-task.rangeCount());
    }
}
