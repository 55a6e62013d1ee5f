package io.forebay.memory.ssd.terms;

import io.forebay.core.answer.InvalidInput;

/// What an operator decides about the SSD tier, the same for each of its devices.
///
/// @param owner the node; a directory that another node has used is refused
/// @param fileBytes of one log file
/// @param readThreads of a device: so many reads at one time
/// @param writeThreads of a device: so many writes at one time
/// @param readQueue reads of a device that may be under way or wait; more are refused
/// @param writeQueue writes of a device that may wait
/// @param writeQueueBytes and their bytes together
/// @param ioDeadlineNanos after which a read or write counts as failed, from when it was asked for
/// @param retirementNanos within which the catalogue has to answer a proposal
/// @param direct whether I/O goes past the page cache where the file system allows it
/// @param syncWrites whether a write is complete only when it would survive a loss of power
/// @param copyPercent of a file that reclaim copies forward at most; bounds write amplification to 100 / (100 -
///     this)
/// @param livePercent of the room that records may take, above which those that were used least recently go
public record SsdSettings(
        String owner,
        long fileBytes,
        int readThreads,
        int writeThreads,
        int readQueue,
        int writeQueue,
        long writeQueueBytes,
        long ioDeadlineNanos,
        long retirementNanos,
        boolean direct,
        boolean syncWrites,
        int copyPercent,
        int livePercent) {
    private static final int MAX_THREADS = 256;
    private static final int MAX_QUEUE = 1 << 20;
    private static final int MAX_PERCENT = 90;
    private static final int LEAST_LIVE_PERCENT = 10;

    public SsdSettings {
        between("ssd.file_size", fileBytes, 64 << 10, 4L << 30);
        between("ssd.read_threads", readThreads, 1, MAX_THREADS);
        between("ssd.write_threads", writeThreads, 1, MAX_THREADS);
        between("ssd.read_queue", readQueue, 1, MAX_QUEUE);
        between("ssd.write_queue", writeQueue, 1, MAX_QUEUE);
        between("ssd.write_queue_bytes", writeQueueBytes, 1, Long.MAX_VALUE);
        between("ssd.io_deadline", ioDeadlineNanos, 1, Long.MAX_VALUE / 4);
        between("ssd.retirement_deadline", retirementNanos, 1, Long.MAX_VALUE / 4);
        between("ssd.copy_percent", copyPercent, 0, MAX_PERCENT);
        between("ssd.live_percent", livePercent, LEAST_LIVE_PERCENT, 100);
    }

    private static void between(String field, long value, long min, long max) {
        InvalidInput.unless(
                value >= min && value <= max, field, "is " + value + "; it must be from " + min + " to " + max);
    }

    /// What serves most machines: 256 MiB files, 8 + 4 threads, 10 s.
    public static SsdSettings defaults(String owner) {
        return new SsdSettings(
                owner, 256L << 20, 8, 4, 1_024, 256, 256L << 20, 10_000_000_000L, 2_000_000_000L, true, false, 75, 90);
    }
}
