package io.forebay.memory.ssd.terms;

import java.util.Map;

/// Figures of one device, or of all together.
///
/// @param capacityBytes that files may take: the setting, or less where the file system has less
/// @param fileBytes that files take
/// @param usedBytes of live records, heads and padding included
/// @param records live
/// @param files there
/// @param pinned records that somebody holds
/// @param queuedWrites accepted and not yet ended
/// @param queuedWriteBytes theirs
/// @param readsInFlight asked for and not yet over
/// @param userBytesWritten of records that were asked for
/// @param deviceBytesWritten of everything; divided by the former, write amplification
/// @param copiedBytes of records that reclaim copied forward
/// @param bytesRead of records that were loaded
/// @param stored writes that ended well
/// @param loaded reads that ended well
/// @param refusedWrites by cause
/// @param corrupt records that were found to be
/// @param ioErrors of the device
/// @param timedOut reads and writes that did not end in time
/// @param reclaimedFiles whole files given back
/// @param evicted records that went for room
/// @param unanswered proposals that nobody answered in time
/// @param enospc times that the file system was full below the capacity
/// @param failing whether the device is left alone at the moment; of all: how many
public record SsdGauges(
        long capacityBytes,
        long fileBytes,
        long usedBytes,
        long records,
        long files,
        long pinned,
        long queuedWrites,
        long queuedWriteBytes,
        long readsInFlight,
        long userBytesWritten,
        long deviceBytesWritten,
        long copiedBytes,
        long bytesRead,
        long stored,
        long loaded,
        Map<WriteRefusal, Long> refusedWrites,
        long corrupt,
        long ioErrors,
        long timedOut,
        long reclaimedFiles,
        long evicted,
        long unanswered,
        long enospc,
        long failing) {
    public SsdGauges {
        refusedWrites = Map.copyOf(refusedWrites);
    }

    /// Bytes written for each byte asked for; 1 before anything was.
    public double writeAmplification() {
        return userBytesWritten == 0 ? 1 : (double) deviceBytesWritten / userBytesWritten;
    }
}
