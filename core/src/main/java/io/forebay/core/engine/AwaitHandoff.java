package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.instance.InstanceId;

/// A prefill engine waits until blocks can be found by others.
///
/// @param scope which blocks
/// @param deadlineNanos from now; the report comes no later, whatever the master does; 1 ms to 10 minutes
/// @param withKeys whether the report names the blocks, too: at most 65,536 hashes
public record AwaitHandoff(
        InstanceId instance, HandoffScope scope, HandoffLevel level, long deadlineNanos, boolean withKeys) {
    private static final long MIN_DEADLINE = 1_000_000L;
    private static final long MAX_DEADLINE = 600_000_000_000L;

    public AwaitHandoff {
        InvalidInput.unless(
                deadlineNanos >= MIN_DEADLINE && deadlineNanos <= MAX_DEADLINE,
                "deadline",
                "is " + deadlineNanos + " ns; it must be from 1 ms to 10 min");
    }

    /// About the blocks of one request, with counts only.
    public AwaitHandoff(InstanceId instance, String requestId, HandoffLevel level, long deadlineNanos) {
        this(instance, new HandoffScope.OfRequest(requestId), level, deadlineNanos, false);
    }
}
