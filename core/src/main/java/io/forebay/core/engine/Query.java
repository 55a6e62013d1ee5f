package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import java.util.List;

/// An engine asks for a prefix of a chain. Idempotent by (instance, requestId) while the keys and
/// the mode are the same; others make a new query and release the old lease.
///
/// @param poolNonce of the pool that the caller has mapped and will read; a node that has restarted has
///     another one and refuses
/// @param hashes the whole chain, 1–65,536
/// @param deadlineNanos from now: when the answer must be final; 1 ms to 10 minutes
/// @param waitNanos from now: how long this call may be held back before it answers `LOADING`; 0 polls
/// @param mode what is wanted of the chain
public record Query(
        InstanceId instance,
        long poolNonce,
        String requestId,
        List<BlockHash> hashes,
        long deadlineNanos,
        long waitNanos,
        QueryMode mode) {
    private static final long MIN_DEADLINE = 1_000_000L;
    private static final long MAX_DEADLINE = 600_000_000_000L;

    public Query {
        Limits.name("request_id", requestId);
        hashes = Limits.keys("hashes", List.copyOf(hashes));
        InvalidInput.unless(
                deadlineNanos >= MIN_DEADLINE && deadlineNanos <= MAX_DEADLINE,
                "deadline",
                "is " + deadlineNanos + " ns; it must be from 1 ms to 10 min");
        InvalidInput.unless(waitNanos >= 0, "wait", "is negative: " + waitNanos);
    }

    /// For the longest prefix.
    public Query(
            InstanceId instance,
            long poolNonce,
            String requestId,
            List<BlockHash> hashes,
            long deadlineNanos,
            long waitNanos) {
        this(instance, poolNonce, requestId, hashes, deadlineNanos, waitNanos, QueryMode.LONGEST_PREFIX);
    }
}
