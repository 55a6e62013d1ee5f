package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import java.util.List;

/// An engine, or a scheduler in front of it, asks how much of a chain it could have. Nothing is fetched, leased, or
/// counted as used.
///
/// @param hashes the whole chain, 1–65,536
/// @param deadlineNanos from now: how long the master may be waited for; 1 ms to 10 minutes
public record PrefixLength(InstanceId instance, List<BlockHash> hashes, long deadlineNanos) {
    private static final long MIN_DEADLINE = 1_000_000L;
    private static final long MAX_DEADLINE = 600_000_000_000L;

    public PrefixLength {
        hashes = Limits.keys("hashes", List.copyOf(hashes));
        InvalidInput.unless(
                deadlineNanos >= MIN_DEADLINE && deadlineNanos <= MAX_DEADLINE,
                "deadline",
                "is " + deadlineNanos + " ns; it must be from 1 ms to 10 min");
    }
}
