package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.QueryReply;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One engine query from its first call to the end of its lease. Its state belongs to [Queries].
final class QueryRun {
    final Instance instance;
    final List<BlockHash> hashes;

    /// The hit prefix so far, each block held once for this run.
    final List<ResidentBlock> held = new ArrayList<>();

    /// Calls that wait for the answer.
    final List<Consumer<QueryReply>> waiters = new ArrayList<>();

    @Nullable
    Bringing bringing;

    QueryReply.@Nullable Ready ready;
    long readyNanos;

    QueryRun(Instance instance, List<BlockHash> hashes) {
        this.instance = instance;
        this.hashes = hashes;
    }
}
