package io.forebay.sim.trace;

import java.util.LinkedHashSet;
import java.util.List;

/// The rules of least-recently-used tiers once more, with sets that keep their order.
final class NaiveTiers {
    private final int dramBlocks;
    private final int ssdBlocks;
    private final LinkedHashSet<Long> dram = new LinkedHashSet<>();
    private final LinkedHashSet<Long> ssd = new LinkedHashSet<>();
    long dramPrefixHits;
    long ssdPrefixHits;
    long inserts;
    long ssdRequests;

    private NaiveTiers(TierSizes sizes) {
        dramBlocks = sizes.dram().blocks();
        ssdBlocks = sizes.ssd().blocks();
    }

    static NaiveTiers play(List<TraceRequest> trace, TierSizes sizes) {
        NaiveTiers tiers = new NaiveTiers(sizes);
        for (TraceRequest request : trace) {
            long ssdBefore = tiers.ssdPrefixHits;
            boolean missed = false;
            for (Long id : request.hashIds()) {
                boolean inDram = tiers.dram.contains(id);
                boolean onSsd = !inDram && tiers.ssd.contains(id);
                tiers.touch(id, sizes.tiering(), inDram, onSsd);
                missed |= !inDram && !onSsd;
                tiers.inserts += inDram || onSsd ? 0 : 1;
                tiers.dramPrefixHits += inDram && !missed ? 1 : 0;
                tiers.ssdPrefixHits += onSsd && !missed ? 1 : 0;
            }
            tiers.ssdRequests += tiers.ssdPrefixHits > ssdBefore ? 1 : 0;
        }
        return tiers;
    }

    private void touch(Long id, Tiering tiering, boolean inDram, boolean onSsd) {
        if (inDram || !onSsd || tiering != Tiering.SERVE) {
            dram.remove(id);
            dram.add(id);
        }
        if (tiering == Tiering.EXCLUSIVE) {
            ssd.remove(id);
        } else if (!inDram && tiering != Tiering.DRAM_ONLY) {
            ssd.remove(id);
            ssd.add(id);
        }
        while (dram.size() > dramBlocks) {
            Long victim = dram.removeFirst();
            if (tiering == Tiering.EXCLUSIVE) {
                ssd.add(victim);
            }
        }
        while (ssd.size() > ssdBlocks) {
            ssd.removeFirst();
        }
    }
}
