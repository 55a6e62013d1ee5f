package io.forebay.core.prefetch;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.Namespace;
import java.util.Map;

/// What a node says of its room with each heartbeat. The buffer is never counted with the main pool, so that having
/// one changes no decision about the main pool.
///
/// @param mainUsedBytes used of the main pool
/// @param mainBytes all of the main pool
/// @param bufferUsedBytes used of the prefetch buffer
/// @param bufferHeldBytes of these, what cannot go whatever the master says: engines and peers hold it, or a read that
///     was given up may still write it; 0 where the node does not say
/// @param bufferBytes all of the prefetch buffer; 0 for none
/// @param canPrefetch whether the node takes promotion tasks
/// @param blockBytes of one block in each namespace that the node has on SSD, as far as it says so
public record Readings(
        long mainUsedBytes,
        long mainBytes,
        long bufferUsedBytes,
        long bufferHeldBytes,
        long bufferBytes,
        boolean canPrefetch,
        Map<Namespace, Long> blockBytes) {
    /// Namespaces of which a heartbeat gives the size.
    public static final int MAX_NAMESPACES = 256;

    /// Of a node that says nothing: no source for promotions.
    public static final Readings NONE = new Readings(0, 0, 0, 0, 0, false, Map.of());

    public Readings {
        blockBytes = Map.copyOf(blockBytes);
        within("main", mainUsedBytes, mainBytes);
        within("buffer", bufferUsedBytes, bufferBytes);
        InvalidInput.unless(
                bufferHeldBytes >= 0 && bufferHeldBytes <= bufferUsedBytes,
                "buffer_held_bytes",
                "is " + bufferHeldBytes + "; it must be from 0 to buffer_used_bytes, " + bufferUsedBytes);
        InvalidInput.unless(
                blockBytes.size() <= MAX_NAMESPACES,
                "block_bytes",
                "has " + blockBytes.size() + " entries; the limit is " + MAX_NAMESPACES);
        blockBytes
                .values()
                .forEach(bytes ->
                        InvalidInput.unless(bytes >= 1, "block_bytes", "is " + bytes + "; it must be at least 1"));
    }

    /// Of a node that does not say what is held of its buffer.
    public Readings(
            long mainUsedBytes,
            long mainBytes,
            long bufferUsedBytes,
            long bufferBytes,
            boolean canPrefetch,
            Map<Namespace, Long> blockBytes) {
        this(mainUsedBytes, mainBytes, bufferUsedBytes, 0, bufferBytes, canPrefetch, blockBytes);
    }

    private static void within(String what, long used, long all) {
        InvalidInput.unless(
                used >= 0 && used <= all,
                what + "_used_bytes",
                "is " + used + "; it must be from 0 to " + what + "_bytes, " + all);
    }

    /// Bytes of a block in the namespace; 0 where the node has not said.
    public long blockBytes(Namespace namespace) {
        return blockBytes.getOrDefault(namespace, 0L);
    }

    /// Bytes of the buffer that triggers may keep for as long as they like: half of it, and never so much that one
    /// block
    /// of the largest namespace would find no room beside it.
    public long bufferLeasableBytes() {
        long largest = blockBytes.values().stream()
                .mapToLong(Long::longValue)
                .filter(bytes -> bytes <= bufferBytes)
                .max()
                .orElse(0);
        return Math.min(bufferBytes / 2, bufferBytes - largest);
    }

    /// Whether the main pool is used to this share or more; one without a byte is.
    boolean isMainAt(double share) {
        return mainUsedBytes >= share * mainBytes;
    }
}
