package io.forebay.core.catalogue;

import org.jspecify.annotations.Nullable;

/// One copy of a block on the node of a session: a link in two chains, that of its block (who has it?) and that of
/// its session (what goes with it?). Changed by [ReplicaTable] alone.
///
/// One small object serves both questions; a set for each block and one for each session would take several times
/// its memory for the one or two owners that a block usually has.
final class Replica {
    final Block block;
    final Session session;

    @Nullable
    Replica nextOfBlock;

    @Nullable
    Replica previousOfSession;

    @Nullable
    Replica nextOfSession;

    Replica(Block block, Session session) {
        this.block = block;
        this.session = session;
    }
}
