package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.file.StagingSlab;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdThreads;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// What the parts of a device share.
///
/// @param records of the whole tier, like `lock`
record DeviceKit(
        TierLock lock,
        Records records,
        SsdSettings settings,
        SsdThreads threads,
        LogDirectory directory,
        StagingSlab staging,
        Counters counters,
        DeviceBreaker breaker,
        Retirement retirement) {

    /// I/O that needs a staging buffer.
    interface StagedIo<T> {
        T run(MemorySegment staging) throws IOException;
    }

    <T> T staged(StagedIo<T> io) throws IOException {
        MemorySegment buffer = staging.take();
        try {
            return io.run(buffer);
        } finally {
            staging.give(buffer);
        }
    }

    /// The device failed an I/O.
    void failed() {
        counters.ioErrors++;
        breaker.failed();
    }
}
