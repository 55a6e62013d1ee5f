package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.terms.SsdGauges;

/// The figures of one device as they are within a turn.
final class DeviceFigures {
    private DeviceFigures() {}

    static SsdGauges of(DeviceKit kit, FileSet files) {
        Counters counters = kit.counters();
        long used = 0;
        long records = 0;
        for (StoredFile file : files.all()) {
            used += file.liveBytes;
            records += file.liveRecords;
        }
        return new SsdGauges(
                files.limitBytes(),
                files.takenBytes(),
                used,
                records,
                files.all().size(),
                counters.pinned,
                counters.queuedWrites,
                counters.queuedWriteBytes,
                counters.readsInFlight,
                counters.userBytesWritten,
                counters.deviceBytesWritten,
                counters.copiedBytes,
                counters.bytesRead,
                counters.stored,
                counters.loaded,
                counters.refusedWrites,
                counters.corrupt,
                counters.ioErrors,
                counters.timedOut,
                counters.reclaimedFiles,
                counters.evicted,
                counters.unanswered,
                counters.enospc,
                kit.breaker().admits() ? 0 : 1);
    }
}
