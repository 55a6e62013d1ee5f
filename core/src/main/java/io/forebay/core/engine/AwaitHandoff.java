package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.instance.InstanceId;

/// A prefill engine waits until its request's blocks can be found by others.
///
/// @param requestId all keys that this request reserved or found present are in scope
/// @param deadlineNanos from now; the report comes no later, whatever the master does; 1 ms to 10 minutes
public record AwaitHandoff(InstanceId instance, String requestId, HandoffLevel level, long deadlineNanos) {
    private static final long MIN_DEADLINE = 1_000_000L;
    private static final long MAX_DEADLINE = 600_000_000_000L;

    public AwaitHandoff {
        Limits.name("request_id", requestId);
        InvalidInput.unless(
                deadlineNanos >= MIN_DEADLINE && deadlineNanos <= MAX_DEADLINE,
                "deadline",
                "is " + deadlineNanos + " ns; it must be from 1 ms to 10 min");
    }
}
