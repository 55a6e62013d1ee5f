package io.forebay.sim.trace;

import io.forebay.core.eviction.BlockPath;
import io.forebay.core.eviction.SessionHint;
import java.util.OptionalLong;

/// Requests played on DRAM, or on DRAM and SSD, of one node, block by block, without bytes or time: each request is
/// walked front to back, what is present is used, what is absent is put in and then, if that is over capacity, the
/// policy's victim goes. A hit is a prefix hit while its request has had no miss. One thread.
public final class TierReplay {
    private final Tiering tiering;
    private final ReplayedTier dram;
    private final ReplayedTier ssd;
    private long dramPrefixHits;
    private long ssdPrefixHits;
    private long inserts;
    private long ssdRequests;

    /// Where a request's blocks were found.
    ///
    /// @param dram prefix hits in DRAM
    /// @param ssd prefix hits on SSD alone
    /// @param missed blocks in neither, behind a miss, too
    public record Found(int dram, int ssd, int missed) {}

    private enum Place {
        DRAM,
        SSD,
        NOWHERE
    }

    public TierReplay(TierSizes sizes) {
        tiering = sizes.tiering();
        dram = new ReplayedTier(sizes.dram(), sizes.seed());
        ssd = new ReplayedTier(sizes.ssd(), sizes.seed() + 1);
    }

    /// Plays one request.
    ///
    /// @param ids of its blocks, front to back
    /// @param hint what was said about its session
    public Found request(long[] ids, SessionHint hint) {
        BlockPath path = BlockPath.of(ids);
        dram.requested(path, hint);
        if (tiering != Tiering.DRAM_ONLY) {
            ssd.requested(path, hint);
        }
        int inDram = 0;
        int onSsd = 0;
        int missed = 0;
        for (long id : ids) {
            Place place = touch(id);
            missed += place == Place.NOWHERE ? 1 : 0;
            inDram += missed == 0 && place == Place.DRAM ? 1 : 0;
            onSsd += missed == 0 && place == Place.SSD ? 1 : 0;
        }
        dramPrefixHits += inDram;
        ssdPrefixHits += onSsd;
        inserts += missed;
        ssdRequests += onSsd > 0 ? 1 : 0;
        return new Found(inDram, onSsd, missed);
    }

    private Place touch(long id) {
        if (dram.use(id)) {
            return Place.DRAM;
        }
        return switch (tiering) {
            case DRAM_ONLY -> {
                dram.put(id);
                yield Place.NOWHERE;
            }
            case EXCLUSIVE -> {
                boolean found = ssd.take(id);
                OptionalLong victim = dram.put(id);
                victim.ifPresent(ssd::put);
                yield found ? Place.SSD : Place.NOWHERE;
            }
            case SERVE -> {
                boolean found = ssd.use(id);
                if (!found) {
                    putInBoth(id);
                }
                yield found ? Place.SSD : Place.NOWHERE;
            }
            case PROMOTE -> {
                boolean found = ssd.use(id);
                if (found) {
                    dram.put(id);
                } else {
                    putInBoth(id);
                }
                yield found ? Place.SSD : Place.NOWHERE;
            }
        };
    }

    private void putInBoth(long id) {
        dram.put(id);
        ssd.put(id);
    }

    /// Prefix hits in DRAM so far.
    public long dramPrefixHits() {
        return dramPrefixHits;
    }

    /// Prefix hits on SSD alone so far.
    public long ssdPrefixHits() {
        return ssdPrefixHits;
    }

    /// Blocks found in neither tier so far, and put in.
    public long inserts() {
        return inserts;
    }

    /// Requests with a prefix hit on SSD so far.
    public long ssdRequests() {
        return ssdRequests;
    }

    /// Blocks put into DRAM so far.
    public long dramAdmissions() {
        return dram.admissions();
    }

    /// Blocks that had to go from DRAM so far.
    public long dramEvictions() {
        return dram.evictions();
    }

    /// Blocks that had to go from SSD so far.
    public long ssdEvictions() {
        return ssd.evictions();
    }
}
