package io.forebay.core.eviction;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The chain hazard index: learns when blocks of a kind come back, and evicts those whose return is least worth waiting
/// for.
///
/// A prompt's blocks come back together, when its session does, or never; how often a block was hit says how old its
/// session is and not how popular. So blocks are judged in runs, neighbours that one request touched ([Runs]), by how
/// often they were used, how much of the request was new, what was said about its session ([Group]), and their age; a
/// run is worth the most returns for the time held that it can still bring ([ReturnRates], [GittinsTable]). Evicted
/// blocks are
/// remembered without their bytes, [#KNOWN_SHARE] times what the tier holds: without these ghosts the policy would
/// learn only from what it chose to keep. Chains are evicted from their ends. The victim is the best of a few drawn
/// at random ([VictimSearch]), so that its cost does not grow with the tier.
///
/// Ages are counted in admissions: no clock. Chance comes from the seed alone.
///
/// [#used] is free, [#admitted] and [#gone] are O(1), [#requested] is O(length) and a share of the upkeep: a refresh of
/// the rates each [#REFRESH_REQUESTS], and as many ghosts forgotten as blocks are new.
public final class Chi<B extends Evictable> implements EvictionPolicy<B> {
    /// Known blocks, ghosts included, for each that the tier holds.
    static final int KNOWN_SHARE = 9;

    /// Requests from one refresh of the rates to the next; the first ones come earlier.
    static final int REFRESH_REQUESTS = 128;

    private static final double HALF_LIFE_REQUESTS = 6_000;
    private static final double FADE_REQUEST = Math.pow(2, -1 / HALF_LIFE_REQUESTS);
    private static final int RELEARN_GROWN = 2;
    private static final int RELEARN_SHRUNK = 8;

    private final ChainMemory<B> memory;
    private final VictimSearch<B> search;
    private final @Nullable Worth fixedWorth;
    private int capacity;
    private int size;
    private long clock;
    private long requestClock;
    private long requests;
    private long refreshed;
    private double recentRequests;
    private double recentBlocks;

    /// @param capacity blocks that the tier will hold, about; what it turns out to hold counts
    /// @param seed of its draws
    public Chi(int capacity, long seed) {
        this(capacity, seed, VictimSearch.DRAWN, null);
    }

    /// @param drawn runs to choose a victim from
    /// @param fixedWorth in place of what is learned; null: learn
    Chi(int capacity, long seed, int drawn, @Nullable Worth fixedWorth) {
        this.capacity = Math.max(1, capacity);
        this.memory = new ChainMemory<>(seed, this.capacity);
        this.search = new VictimSearch<>(memory, seed, drawn);
        this.fixedWorth = fixedWorth;
    }

    @Override
    public void requested(BlockPath path, SessionHint hint) {
        search.anew();
        memory.forgetDownTo(maxKnown(), clock);
        keepUp();
        requests++;
        requestClock = clock;
        int taken = memory.touch(path, hint, clock, 2 * maxKnown());
        recentRequests = recentRequests * FADE_REQUEST + 1;
        recentBlocks = recentBlocks * FADE_REQUEST + taken;
    }

    private int maxKnown() {
        return (int) Math.min(Integer.MAX_VALUE / 4, (long) KNOWN_SHARE * Math.max(capacity, size));
    }

    private void keepUp() {
        memory.sweep(REFRESH_REQUESTS, clock);
        boolean due = requests < REFRESH_REQUESTS ? Long.bitCount(requests) == 1 : requests % REFRESH_REQUESTS == 0;
        if (due) {
            memory.rates().fade(Math.pow(FADE_REQUEST, (double) (requests - refreshed)));
            memory.rates().refresh(Math.max(1, recentBlocks / recentRequests));
            refreshed = requests;
        }
    }

    @Override
    public void admitted(B block) {
        if (block.place != Evictable.NOWHERE) {
            return;
        }
        memory.admit(block, freeKey(block.key), clock);
        size++;
        clock++;
    }

    /// The key, or another one where a different resident block has it.
    private long freeKey(long key) {
        long free = key;
        int place = memory.known.find(free);
        while (place != KnownBlocks.NONE && memory.known.isResident(place)) {
            place = memory.known.find(++free);
        }
        return free;
    }

    /// Nothing: a request's path says what its blocks' use means.
    @Override
    public void used(B block) {}

    @Override
    public void gone(B block) {
        if (block.place != Evictable.NOWHERE) {
            memory.gone(block.place);
            block.place = Evictable.NOWHERE;
            size--;
        }
    }

    @Override
    public @Nullable B victim(ToLongFunction<B> stayNanos, long nowNanos) {
        if (size > RELEARN_GROWN * (long) capacity || size < capacity / RELEARN_SHRUNK) {
            capacity = Math.max(1, size);
            memory.relearn(capacity);
        }
        Worth worth = fixedWorth == null ? memory.rates() : fixedWorth;
        return search.victim(new VictimSearch.Terms<>(stayNanos, worth, requestClock));
    }

    /// Blocks that are remembered, ghosts included.
    int knownBlocks() {
        return memory.known.size();
    }

    @Override
    public int size() {
        return size;
    }
}
