package io.forebay.core.eviction;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Finds the run to evict from: of some drawn at random, and of the best ones left over from the last draw, the one
/// that is worth least and whose deepest resident block may go. No block goes under a resident child while another may,
/// so chains shrink from their ends. A run once chosen is taken from until the next request.
///
/// About [#DRAWN] evaluations a run, whatever the tier's size; a walk over all runs, then over all blocks, only
/// where hardly anything may go. One thread.
final class VictimSearch<B extends Evictable> {
    /// Runs drawn at one time.
    static final int DRAWN = 32;

    private static final int KEPT = 16;
    private static final int DRAWS = 4;
    private static final int NONE = KnownBlocks.NONE;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final ChainMemory<B> memory;
    private final Runs runs;
    private final int drawn;
    private long chance;
    private int[] candidate = new int[KEPT + DRAWN];
    private long[] born = new long[KEPT + DRAWN];
    private double[] worth = new double[KEPT + DRAWN];
    private int candidates;
    private int chosen = NONE;
    private long chosenBorn;

    /// @param seed of the draws
    /// @param drawn runs drawn at one time; all of them where there are not more
    VictimSearch(ChainMemory<B> memory, long seed, int drawn) {
        this.memory = memory;
        this.runs = memory.runs;
        this.drawn = drawn;
        this.chance = seed;
    }

    /// A request has come: the next victim is looked for anew.
    void anew() {
        chosen = NONE;
    }

    /// What may go, how it is valued, and when.
    ///
    /// @param clock from which ages are counted
    record Terms<B>(ToLongFunction<B> stayNanos, Worth worths, long clock) {}

    @Nullable
    B victim(Terms<B> terms) {
        if (chosen != NONE && runs.born(chosen) == chosenBorn) {
            B next = last(chosen, terms);
            if (next != null) {
                return next;
            }
        }
        boolean all = runs.residentCount() <= drawn;
        for (int draw = 0; draw < (all ? 1 : DRAWS); draw++) {
            if (all) {
                considerAll(terms);
            } else {
                keepValid(terms);
                draw(terms);
            }
            B found = choose(terms);
            if (found != null) {
                return found;
            }
        }
        return search(terms);
    }

    /// The run's deepest resident block, if it may go.
    private @Nullable B last(int run, Terms<B> terms) {
        int place = runs.lastResident(run);
        if (place == NONE || memory.known.hasResidentChild(place)) {
            return null;
        }
        B block = memory.known.block(place);
        return block != null && terms.stayNanos.applyAsLong(block) == 0 ? block : null;
    }

    /// Values the left-over candidates anew and drops those that are none any more.
    private void keepValid(Terms<B> terms) {
        int before = candidates;
        candidates = 0;
        for (int i = 0; i < before; i++) {
            int run = candidate[i];
            if (runs.born(run) == born[i] && runs.lastResident(run) != NONE) {
                consider(run, terms);
            }
        }
    }

    private void considerAll(Terms<B> terms) {
        int count = runs.residentCount();
        if (candidate.length < count) {
            candidate = new int[2 * count];
            born = new long[2 * count];
            worth = new double[2 * count];
        }
        candidates = 0;
        for (int i = 0; i < count; i++) {
            consider(runs.resident(i), terms);
        }
    }

    private void draw(Terms<B> terms) {
        for (int i = 0; i < drawn; i++) {
            int run = runs.resident(below(runs.residentCount()));
            if (!isCandidate(run)) {
                consider(run, terms);
            }
        }
    }

    private boolean isCandidate(int run) {
        for (int i = 0; i < candidates; i++) {
            if (candidate[i] == run) {
                return true;
            }
        }
        return false;
    }

    private void consider(int run, Terms<B> terms) {
        candidate[candidates] = run;
        born[candidates] = runs.born(run);
        worth[candidates] = worthOf(run, terms);
        candidates++;
    }

    private double worthOf(int run, Terms<B> terms) {
        return terms.worths.of(runs.group(run), terms.clock - runs.touched(run));
    }

    /// Takes the least candidate whose last block may go, and keeps the least others.
    private @Nullable B choose(Terms<B> terms) {
        B found = null;
        int kept = 0;
        while (kept < candidates && (found == null || kept < KEPT)) {
            int least = kept;
            for (int i = kept + 1; i < candidates; i++) {
                if (isLess(i, least)) {
                    least = i;
                }
            }
            B block = found == null ? last(candidate[least], terms) : null;
            if (block != null) {
                found = block;
                chosen = candidate[least];
                chosenBorn = born[least];
                swap(least, --candidates);
            } else {
                swap(least, kept++);
            }
        }
        candidates = Math.min(kept, KEPT);
        return found;
    }

    /// The older one first where both are worth the same.
    private boolean isLess(int one, int other) {
        int order = Double.compare(worth[one], worth[other]);
        return order < 0 || (order == 0 && born[one] < born[other]);
    }

    private void swap(int one, int other) {
        int run = candidate[one];
        long itsBorn = born[one];
        double itsWorth = worth[one];
        candidate[one] = candidate[other];
        born[one] = born[other];
        worth[one] = worth[other];
        candidate[other] = run;
        born[other] = itsBorn;
        worth[other] = itsWorth;
    }

    /// The least of all runs whose last block may go; else any block that may, since a tier that is held almost
    /// whole needs room more than whole chains.
    private @Nullable B search(Terms<B> terms) {
        B least = null;
        double leastWorth = Double.POSITIVE_INFINITY;
        for (int i = 0; i < runs.residentCount(); i++) {
            double itsWorth = worthOf(runs.resident(i), terms);
            B block = itsWorth < leastWorth ? last(runs.resident(i), terms) : null;
            if (block != null) {
                least = block;
                leastWorth = itsWorth;
            }
        }
        for (int place = 0; least == null && place < memory.known.end(); place++) {
            B block = memory.known.block(place);
            least = block != null && terms.stayNanos.applyAsLong(block) == 0 ? block : null;
        }
        return least;
    }

    /// A number in `0 .. bound - 1`.
    private int below(int bound) {
        chance += GOLDEN;
        long mixed = (chance ^ (chance >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return (int) (((mixed >>> 33) * bound) >>> 31);
    }
}
