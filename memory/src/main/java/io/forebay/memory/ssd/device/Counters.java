package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.terms.WriteRefusal;
import java.util.EnumMap;
import java.util.Map;

/// What has happened on a device since the start. Guarded by the tier's lock.
final class Counters {
    final Map<WriteRefusal, Long> refusedWrites = new EnumMap<>(WriteRefusal.class);
    long pinned;
    long queuedWrites;
    long queuedWriteBytes;
    long readsInFlight;
    long userBytesWritten;
    long deviceBytesWritten;
    long copiedBytes;
    long bytesRead;
    long stored;
    long loaded;
    long corrupt;
    long ioErrors;
    long timedOut;
    long reclaimedFiles;
    long evicted;
    long unanswered;
    long enospc;

    void refused(WriteRefusal cause) {
        refusedWrites.merge(cause, 1L, Long::sum);
    }
}
