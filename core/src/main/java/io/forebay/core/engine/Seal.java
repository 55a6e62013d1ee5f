package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import java.util.List;

/// A rank has written all its slots of these blocks and will not touch them again.
public record Seal(InstanceId instance, int rank, List<BlockHash> hashes) {
    public Seal {
        InvalidInput.unless(rank >= 0, "rank", "is negative: " + rank);
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }
}
