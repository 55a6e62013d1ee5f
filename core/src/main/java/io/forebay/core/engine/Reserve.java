package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import java.util.List;

/// An engine rank asks for room to write blocks.
///
/// @param requestId the engine request on whose behalf; the scope of a later barrier
/// @param hashes 1–65,536
public record Reserve(InstanceId instance, String requestId, int rank, List<BlockHash> hashes) {
    public Reserve {
        Limits.name("request_id", requestId);
        InvalidInput.unless(rank >= 0, "rank", "is negative: " + rank);
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }
}
