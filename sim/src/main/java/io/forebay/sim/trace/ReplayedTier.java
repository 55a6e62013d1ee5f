package io.forebay.sim.trace;

import io.forebay.core.eviction.BlockPath;
import io.forebay.core.eviction.Evictable;
import io.forebay.core.eviction.EvictionPolicy;
import io.forebay.core.eviction.SessionHint;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/// A tier of a replay: which blocks are in it, and the policy that says which one goes. One thread.
final class ReplayedTier {
    private static final int UNLIMITED_GUESS = 1 << 20;

    /// A block of the trace.
    private static final class Cell extends Evictable {
        private final long id;

        private Cell(long id) {
            super(id);
            this.id = id;
        }
    }

    private final EvictionPolicy<Cell> policy;
    private final int capacityBlocks;
    private final Map<Long, Cell> resident = new HashMap<>();
    private long admissions;
    private long evictions;

    ReplayedTier(TierSize size, long seed) {
        this.policy = size.policy().policy(Math.min(size.blocks(), UNLIMITED_GUESS), seed);
        this.capacityBlocks = size.blocks();
    }

    void requested(BlockPath path, SessionHint hint) {
        policy.requested(path, hint);
    }

    /// True if the block is here; then it is used.
    boolean use(long id) {
        Cell cell = resident.get(id);
        if (cell == null) {
            return false;
        }
        policy.used(cell);
        return true;
    }

    /// Takes the block out; true if it was here.
    boolean take(long id) {
        Cell cell = resident.remove(id);
        if (cell == null) {
            return false;
        }
        policy.gone(cell);
        return true;
    }

    /// Puts a block in that is not here; the one that has to go for it, if any.
    OptionalLong put(long id) {
        Cell cell = new Cell(id);
        resident.put(id, cell);
        policy.admitted(cell);
        admissions++;
        if (resident.size() <= capacityBlocks) {
            return OptionalLong.empty();
        }
        Cell victim = policy.victim(each -> 0, 0);
        if (victim == null) {
            throw new IllegalStateException("a policy that holds blocks names a victim");
        }
        policy.gone(victim);
        resident.remove(victim.id);
        evictions++;
        return OptionalLong.of(victim.id);
    }

    /// Blocks put in so far.
    long admissions() {
        return admissions;
    }

    /// Blocks that had to go so far.
    long evictions() {
        return evictions;
    }
}
