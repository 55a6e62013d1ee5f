package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.instance.InstanceId;
import java.util.List;

/// A rank has written all its slots of these blocks and will not touch them again.
///
/// @param blocks 1–65,536
public record Seal(InstanceId instance, int rank, List<ReservedBlock> blocks) {
    public Seal {
        InvalidInput.unless(rank >= 0, "rank", "is negative: " + rank);
        blocks = Limits.keys("blocks", List.copyOf(blocks));
    }
}
