package io.forebay.sim.trace;

import io.forebay.core.eviction.SessionHint;
import java.util.List;
import java.util.Locale;

/// What one node's tiers would have hit on a trace: the policies' own code, without bytes, time or processes. A JSON
/// contract, to which fields are only added.
///
/// @param policy that chose DRAM's victims
/// @param dramBlocks capacity
/// @param requests played, in order
/// @param blocks asked for
/// @param prefixHitBlocks present while their request had had no miss
/// @param evictions blocks dropped from DRAM for room
/// @param tiering `dram_only`, `exclusive`, `serve` or `promote`
/// @param ssdPolicy that chose SSD's victims; empty without an SSD
/// @param ssdBlocks capacity; 0 without an SSD
/// @param dramPrefixHits prefix hits in DRAM
/// @param ssdPrefixHits prefix hits on SSD alone
/// @param inserts blocks that were in no tier
/// @param ssdRequests requests with a prefix hit on SSD
/// @param ssdEvictions blocks dropped from SSD for room
public record PolicyReplay(
        String policy,
        int dramBlocks,
        int requests,
        long blocks,
        long prefixHitBlocks,
        long evictions,
        String tiering,
        String ssdPolicy,
        int ssdBlocks,
        long dramPrefixHits,
        long ssdPrefixHits,
        long inserts,
        long ssdRequests,
        long ssdEvictions) {
    /// Plays `trace`.
    public static PolicyReplay run(List<TraceRequest> trace, TierSizes sizes) {
        TierReplay replay = new TierReplay(sizes);
        long blocks = 0;
        for (TraceRequest request : trace) {
            replay.request(request.ids(), SessionHint.NONE);
            blocks += request.hashIds().size();
        }
        return new PolicyReplay(
                sizes.dram().policy().word(),
                sizes.dram().blocks(),
                trace.size(),
                blocks,
                replay.dramPrefixHits() + replay.ssdPrefixHits(),
                replay.dramEvictions(),
                sizes.tiering().name().toLowerCase(Locale.ROOT),
                sizes.tiering() == Tiering.DRAM_ONLY ? "" : sizes.ssd().policy().word(),
                sizes.ssd().blocks(),
                replay.dramPrefixHits(),
                replay.ssdPrefixHits(),
                replay.inserts(),
                replay.ssdRequests(),
                replay.ssdEvictions());
    }
}
