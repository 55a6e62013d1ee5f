package io.forebay.sim.trace;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.tier.LruPolicy;
import io.forebay.core.tier.PrefixReplay;
import java.util.List;

/// What one node with an eviction policy would have hit on a trace: the policy's own code, without bytes, time or
/// processes. A JSON contract, to which fields are only added.
///
/// @param policy that chose the victims
/// @param dramBlocks capacity
/// @param requests played, in order
/// @param blocks asked for
/// @param prefixHitBlocks present while their request had had no miss
/// @param evictions blocks dropped for room
public record PolicyReplay(
        String policy, int dramBlocks, int requests, long blocks, long prefixHitBlocks, long evictions) {
    /// The name of least-recently-used, the only policy so far.
    public static final String LRU = "lru";

    /// Plays `trace`.
    ///
    /// @param policy a name; one that is not known is refused
    /// @param dramBlocks at least 1
    public static PolicyReplay run(List<TraceRequest> trace, String policy, int dramBlocks) {
        InvalidInput.unless(policy.equals(LRU), "policy", "is '" + policy + "'; known: " + LRU);
        InvalidInput.unless(dramBlocks >= 1, "dram-blocks", "is " + dramBlocks + "; at least 1 is needed");
        PrefixReplay replay = new PrefixReplay(new LruPolicy<>(), dramBlocks);
        long blocks = 0;
        for (TraceRequest request : trace) {
            replay.request(request.hashIds().stream().mapToLong(Long::longValue).toArray());
            blocks += request.hashIds().size();
        }
        return new PolicyReplay(policy, dramBlocks, trace.size(), blocks, replay.prefixHits(), replay.evictions());
    }
}
