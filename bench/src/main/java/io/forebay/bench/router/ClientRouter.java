package io.forebay.bench.router;

import io.forebay.client.RouterClient;
import io.forebay.client.TriggerReport;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.prefetch.PrefetchStatus;
import java.time.Duration;
import java.util.List;

/// A replay's router that is a real client of a real master.
///
/// @param namespace of every block
record ClientRouter(RouterClient client, Namespace namespace) implements ReplayRouter {
    @Override
    public List<BlockTiers> lookup(List<BlockHash> hashes) {
        return client.lookup(namespace, hashes) instanceof Answer.Ok<LookupReply>(LookupReply reply)
                ? reply.blocks()
                : List.of();
    }

    @Override
    public List<PrefetchStatus> trigger(String requestId, List<BlockHash> hashes, Duration needIn) {
        return client.prefetch(namespace, hashes, requestId, needIn)
                        instanceof Answer.Ok<TriggerReport>(TriggerReport.Decided decided)
                ? decided.answers().stream().map(PrefetchAnswer::status).toList()
                : List.of();
    }

    @Override
    public void cancel(String requestId) {
        client.cancel(requestId); // where the master does not hear it, tasks end in their own time
    }
}
