package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import java.util.List;

/// `BatchPrefetchToMemory`: a request is on its way that will read these blocks; those on SSD alone are to be in memory
/// by then. Repeating it is harmless.
///
/// @param hashes at most [#MAX_HASHES]; none is an empty answer
/// @param requestId who asks, so that [CancelPrefetch] can take it back; empty for somebody who never will
/// @param needInNanos when the blocks are needed, from now on: 0 to 10 minutes
public record Prefetch(Namespace namespace, List<BlockHash> hashes, String requestId, long needInNanos)
        implements Command {
    /// The most that one trigger names.
    public static final int MAX_HASHES = 4_096;

    /// When nobody says.
    public static final long DEFAULT_NEED_IN_NANOS = 1_000_000_000L;

    private static final long MAX_NEED_IN_NANOS = 600_000_000_000L;

    public Prefetch {
        hashes = List.copyOf(hashes);
        check(hashes, requestId, needInNanos);
    }

    /// Refuses what no trigger may say, whatever its namespace.
    ///
    /// @throws InvalidInput names the field and the limit
    public static void check(List<BlockHash> hashes, String requestId, long needInNanos) {
        InvalidInput.unless(
                hashes.size() <= MAX_HASHES, "hashes", "has " + hashes.size() + " entries; the limit is " + MAX_HASHES);
        Limits.optionalName("request_id", requestId);
        InvalidInput.unless(
                needInNanos >= 0 && needInNanos <= MAX_NEED_IN_NANOS,
                "need_in",
                "is " + needInNanos + " ns; it must be from 0 to 10 min");
    }

    List<BlockKey> keys() {
        return hashes.stream().map(hash -> new BlockKey(namespace, hash)).toList();
    }
}
