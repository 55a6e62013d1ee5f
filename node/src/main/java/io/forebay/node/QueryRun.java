package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.recorder.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One engine query from its first call to the end of its lease. Its state belongs to [Queries].
final class QueryRun {
    final Instance instance;
    final String request;
    final List<BlockHash> hashes;
    final QueryMode mode;
    /// The same for the recorder.
    final Keys keys;

    /// The hit prefix so far, each block held once for this run.
    final List<ResidentBlock> held = new ArrayList<>();

    /// How each of these was come by.
    final List<Outcome> hits = new ArrayList<>();

    /// Calls that wait for the answer.
    final List<Consumer<QueryReply>> waiters = new ArrayList<>();

    @Nullable
    Bringing bringing;

    /// Of a query for all or nothing, until it is decided.
    @Nullable
    FullPrefix full;

    QueryReply.@Nullable Ready ready;
    long readyNanos;

    QueryRun(Instance instance, Query query, Keys keys) {
        this.mode = query.mode();
        this.instance = instance;
        this.request = query.requestId();
        this.hashes = query.hashes();
        this.keys = keys;
    }
}
