package io.forebay.core.engine;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import java.util.List;

/// An instance gives reservations back, for all ranks: it promises that it no longer writes there.
public record Abort(InstanceId instance, List<BlockHash> hashes) {
    public Abort {
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }
}
