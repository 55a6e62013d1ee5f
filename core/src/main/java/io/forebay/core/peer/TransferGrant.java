package io.forebay.core.peer;

import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.extent.StoredBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The reply to [TransferQuery]: the leading blocks that are in memory, locked. The first one that is absent ends it.
///
/// @param lock null when there are no blocks
/// @param lockNanos how long the lock lasts; the reader counts from *sending* its query
/// @param blocks at most as many as asked for, in order
/// @param absence from which batch of the owner's ledger about the asked tier on the catalogue does not name it for the
/// absent block; null
///     when none is absent, and without a session
public record TransferGrant(
        @Nullable LockId lock,
        long lockNanos,
        List<StoredBlock> blocks,
        @Nullable LedgerMark absence) {
    public TransferGrant {
        blocks = List.copyOf(blocks);
    }

    /// A grant of everything that was asked for.
    public TransferGrant(@Nullable LockId lock, long lockNanos, List<StoredBlock> blocks) {
        this(lock, lockNanos, blocks, null);
    }
}
