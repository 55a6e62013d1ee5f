package io.forebay.bench.router;

import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.prefetch.PrefetchStatus;
import java.time.Duration;
import java.util.List;

/// What a replay's router asks of the master, behind an interface so that the replay's own counting can be tested
/// without processes. Safe from any thread.
public interface ReplayRouter {
    /// Where each of the blocks is, in their order; empty when there was no answer.
    List<BlockTiers> lookup(List<BlockHash> hashes);

    /// Has blocks brought to memory, which a request will read in so long: what was decided of each, in their order;
    /// empty when there was no answer, or triggers are off.
    List<PrefetchStatus> trigger(String requestId, List<BlockHash> hashes, Duration needIn);

    /// A request has got what it could: nothing is brought for it any more.
    void cancel(String requestId);
}
