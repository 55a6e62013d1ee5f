package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import java.util.List;

/// An engine rank asks for room to write blocks.
///
/// @param poolNonce of the pool that the caller has mapped and will write to; a node that has restarted has another
///     one and refuses
/// @param requestId the engine request on whose behalf; the scope of a later barrier
/// @param hashes 1–65,536
public record Reserve(InstanceId instance, long poolNonce, String requestId, int rank, List<BlockHash> hashes) {
    public Reserve {
        Limits.name("request_id", requestId);
        InvalidInput.unless(rank >= 0, "rank", "is negative: " + rank);
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }
}
