package io.forebay.core.tier;

import io.forebay.core.answer.Invariant;
import java.util.HashMap;
import java.util.Map;

/// What an eviction policy would have hit, block by block, without bytes, time or nodes: requests are played one at a
/// time, each walked front to back. A present block is used; an absent one is admitted and then, if that is over
/// capacity, the policy's victim is dropped. A hit is a prefix hit while its request has had no miss.
///
/// Not safe for several threads.
public final class PrefixReplay {
    /// A block of the trace.
    public static final class Cell extends Evictable {
        private final long id;

        private Cell(long id) {
            this.id = id;
        }
    }

    private final EvictionPolicy<Cell> policy;
    private final int capacityBlocks;
    private final Map<Long, Cell> resident = new HashMap<>();
    private long prefixHits;
    private long evictions;

    /// @param policy fresh: it knows no block yet
    /// @param capacityBlocks blocks that stay, at least 1
    public PrefixReplay(EvictionPolicy<Cell> policy, int capacityBlocks) {
        Invariant.check(capacityBlocks >= 1, "the capacity is at least 1 block");
        this.policy = policy;
        this.capacityBlocks = capacityBlocks;
    }

    /// The prefix hits of all `requests` under LRU.
    public static long prefixHits(Iterable<long[]> requests, int capacityBlocks) {
        PrefixReplay replay = new PrefixReplay(new LruPolicy<>(), capacityBlocks);
        requests.forEach(replay::request);
        return replay.prefixHits();
    }

    /// Plays one request; its prefix hits.
    public int request(long[] ids) {
        int hits = 0;
        boolean missed = false;
        for (long id : ids) {
            missed |= !touch(id);
            hits += missed ? 0 : 1;
        }
        prefixHits += hits;
        return hits;
    }

    /// True if the block was present.
    private boolean touch(long id) {
        Cell present = resident.get(id);
        if (present != null) {
            policy.used(present);
            return true;
        }
        Cell cell = new Cell(id);
        resident.put(id, cell);
        policy.admitted(cell);
        if (resident.size() > capacityBlocks) {
            evict();
        }
        return false;
    }

    private void evict() {
        Cell victim = policy.victim(block -> 0, 0);
        if (victim == null) {
            throw new IllegalStateException("a policy that holds blocks names a victim");
        }
        policy.gone(victim);
        resident.remove(victim.id);
        evictions++;
    }

    /// Prefix hits of all requests so far.
    public long prefixHits() {
        return prefixHits;
    }

    /// Blocks dropped so far.
    public long evictions() {
        return evictions;
    }
}
