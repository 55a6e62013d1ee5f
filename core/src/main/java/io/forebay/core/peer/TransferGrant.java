package io.forebay.core.peer;

import io.forebay.core.extent.StoredBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The reply to [TransferQuery]: the leading blocks that are resident, locked. The first one that is absent ends it.
///
/// @param lock null when there are no blocks
/// @param lockNanos how long the lock lasts; the reader counts from *sending* its query
/// @param blocks at most as many as asked for, in order
public record TransferGrant(@Nullable LockId lock, long lockNanos, List<StoredBlock> blocks) {
    public TransferGrant {
        blocks = List.copyOf(blocks);
    }
}
