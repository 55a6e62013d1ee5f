package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.instance.InstanceId;
import java.util.List;

/// A rank gives reservations back: it promises that it no longer writes there.
///
/// @param blocks 1–65,536
public record Abort(InstanceId instance, int rank, List<ReservedBlock> blocks) {
    public Abort {
        InvalidInput.unless(rank >= 0, "rank", "is negative: " + rank);
        blocks = Limits.keys("blocks", List.copyOf(blocks));
    }
}
