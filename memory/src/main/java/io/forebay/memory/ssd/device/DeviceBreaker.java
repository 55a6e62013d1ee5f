package io.forebay.memory.ssd.device;

import io.forebay.core.fetch.Breaker;
import java.util.function.LongSupplier;

/// The breaker of a device: a failing one is left alone for a while and then tried by one I/O. Every I/O that
/// was let in ends here exactly once. Guarded by the tier's lock.
final class DeviceBreaker {
    private final Breaker breaker = new Breaker();
    private final LongSupplier nanoClock;

    DeviceBreaker(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /// Whether I/O may be asked for now.
    boolean admits() {
        return breaker.admits(nanoClock.getAsLong());
    }

    /// Whether the device is left alone now. A device that is being tried is not.
    boolean isOpen() {
        return breaker.isOpen(nanoClock.getAsLong());
    }

    /// I/O that it admits is asked for.
    void asked() {
        breaker.asked();
    }

    void worked() {
        breaker.answered();
    }

    void failed() {
        breaker.failed(nanoClock.getAsLong());
    }

    /// It ended without a word about the device.
    void dropped() {
        breaker.dropped(nanoClock.getAsLong());
    }
}
