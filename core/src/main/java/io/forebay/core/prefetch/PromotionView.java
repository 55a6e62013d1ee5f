package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.SessionId;
import java.util.List;

/// What the gates ask the catalogue, as of one moment.
public interface PromotionView {
    /// Whether anybody has an entry of the block in any tier, also one that cannot be used now.
    boolean isKnown(BlockKey key);

    /// Whether a visible node has it in memory.
    boolean isInMemory(BlockKey key);

    /// Visible nodes that have it on SSD and take promotion tasks.
    List<SessionId> diskOwners(BlockKey key);

    /// What the owner last said of its room.
    Readings readings(SessionId owner);

    /// Bytes of the owner's prefetch buffer that cannot go now: leased, or held by engines and peers.
    long bufferKeptBytes(SessionId owner);
}
