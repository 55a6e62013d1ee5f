package io.forebay.memory;

import io.forebay.core.answer.InvalidInput;
import io.forebay.memory.backing.BackingTerms;
import java.nio.file.Path;

/// What an operator decides about a node's pool.
///
/// @param directory where the pool file lies; memory only if it is on a tmpfs such as `/dev/shm`
/// @param sizeBytes room for blocks, rounded down to whole granules, on hugetlbfs to whole huge pages; the file
///     is larger by its head (8 bytes for each granule, rounded up to 2 MiB)
/// @param bufferBytes room for prefetched blocks beside that, rounded down in the same way; 0 for none
/// @param granuleBytes the unit of allocation: a power of two, 4 KiB–2 MiB
/// @param prefaultThreads threads that touch every page before the pool is used, 0–256; 0 leaves that to the first
///     use
/// @param quarantineCapBytes what one holder may have in quarantine before it gets no new reservation
/// @param backing the memory behind it
public record PoolSettings(
        Path directory,
        long sizeBytes,
        long bufferBytes,
        int granuleBytes,
        int prefaultThreads,
        long quarantineCapBytes,
        BackingTerms backing) {
    private static final int MAX_THREADS = 256;

    /// Without a prefetch buffer.
    public PoolSettings(
            Path directory,
            long sizeBytes,
            int granuleBytes,
            int prefaultThreads,
            long quarantineCapBytes,
            BackingTerms backing) {
        this(directory, sizeBytes, 0, granuleBytes, prefaultThreads, quarantineCapBytes, backing);
    }

    /// The same with a prefetch buffer of so many bytes.
    public PoolSettings withBuffer(long bytes) {
        return new PoolSettings(
                directory, sizeBytes, bytes, granuleBytes, prefaultThreads, quarantineCapBytes, backing);
    }

    /// With ordinary memory, and without a prefetch buffer.
    public PoolSettings(
            Path directory, long sizeBytes, int granuleBytes, int prefaultThreads, long quarantineCapBytes) {
        this(directory, sizeBytes, granuleBytes, prefaultThreads, quarantineCapBytes, BackingTerms.PLAIN);
    }

    public PoolSettings {
        InvalidInput.unless(
                PoolFormat.isGranule(granuleBytes),
                "pool.granule",
                "is " + granuleBytes + " bytes; it must be a power of two from " + PoolFormat.MIN_GRANULE_BYTES + " to "
                        + PoolFormat.MAX_GRANULE_BYTES);
        InvalidInput.unless(
                sizeBytes >= granuleBytes,
                "pool.size",
                "is " + sizeBytes + " bytes; it must hold at least one granule of " + granuleBytes);
        InvalidInput.unless(bufferBytes >= 0, "prefetch_buffer_segment", "is negative: " + bufferBytes + " bytes");
        InvalidInput.unless(
                sizeBytes / granuleBytes + bufferBytes / granuleBytes <= PoolFormat.MAX_GRANULES,
                "pool.size",
                "is " + sizeBytes + " bytes; with a granule of " + granuleBytes + " the limit is "
                        + PoolFormat.MAX_GRANULES * granuleBytes + "; a larger granule allows more");
        InvalidInput.unless(
                prefaultThreads >= 0 && prefaultThreads <= MAX_THREADS,
                "pool.prefault_threads",
                "is " + prefaultThreads + "; it must be from 0 to " + MAX_THREADS);
        InvalidInput.unless(
                quarantineCapBytes >= 0, "pool.quarantine_cap", "is negative: " + quarantineCapBytes + " bytes");
    }
}
