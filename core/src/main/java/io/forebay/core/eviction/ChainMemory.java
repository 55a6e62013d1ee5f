package io.forebay.core.eviction;

import java.util.Arrays;

/// What [Chi] remembers of chains: the known blocks, each in the run of the request that touched it last, and what
/// their returns and their waiting teach. One thread.
final class ChainMemory<B extends Evictable> {
    private static final int NONE = KnownBlocks.NONE;

    final KnownBlocks<B> known;
    final Runs runs = new Runs();
    private ReturnRates rates;
    private int[] path = new int[64];
    private int newBlocks;

    /// The run that is counted as waiting next.
    private int swept;

    ChainMemory(long seed, int capacity) {
        known = new KnownBlocks<>(seed);
        rates = new ReturnRates(capacity);
    }

    ReturnRates rates() {
        return rates;
    }

    /// The tier holds another number of blocks than was thought: what was learned is on another scale, and forgotten.
    void relearn(int capacity) {
        rates = new ReturnRates(capacity);
    }

    /// A request touches its blocks: those that were known have come back, all are in runs of this request from
    /// now on.
    ///
    /// @param clock admissions so far
    /// @param maxKnown blocks that may be known; a path that would need more is cut short
    /// @return how much of the path was taken: a path that is no chain, or that contradicts what is known, is
    ///     taken up to there
    int touch(BlockPath asked, SessionHint hint, long clock, int maxKnown) {
        int length = find(asked, maxKnown);
        int from = 0;
        while (from < length) {
            int to = sameRunEnd(from, length);
            returned(from, to, clock);
            from = to;
        }
        for (int i = 0; i < length; i++) {
            known.use(path[i], i);
        }
        cut(length, hint, clock);
        return length;
    }

    /// Fills `path` with the places of the path's blocks, of new ones for those that are not known; how many.
    private int find(BlockPath asked, int maxKnown) {
        int length = asked.length();
        if (path.length < length) {
            path = Arrays.copyOf(path, 2 * length);
        }
        newBlocks = 0;
        int above = NONE;
        for (int i = 0; i < length; i++) {
            int place = known.find(asked.key(i));
            if (place == NONE) {
                if (known.size() >= maxKnown) {
                    return i;
                }
                place = known.add(asked.key(i), above);
                newBlocks++;
            } else if (known.parent(place) != above) {
                if (i == 0 || known.parent(place) != NONE || place == path[0]) {
                    return i;
                }
                known.adopt(place, above);
            }
            path[i] = place;
            above = place;
        }
        return length;
    }

    /// The end of the blocks from there that are of one run.
    private int sameRunEnd(int from, int length) {
        int to = from + 1;
        while (to < length && known.run(path[to]) == known.run(path[from])) {
            to++;
        }
        return to;
    }

    private void returned(int from, int to, long clock) {
        int run = known.run(path[from]);
        if (run == NONE) {
            return;
        }
        wait(run, clock);
        rates.returned(runs.group(run), clock - runs.touched(run), to - from);
        for (int i = from; i < to; i++) {
            known.run(path[i], NONE);
        }
        int last = runs.lastResident(run);
        if (last != NONE && known.run(last) != run) {
            runs.lastResident(run, NONE);
        }
        runs.giveUp(run, to - from);
    }

    /// Makes a run of the neighbours of each class, the deepest first, so that it counts as the oldest.
    private void cut(int length, SessionHint hint, long clock) {
        int to = length;
        while (to > 0) {
            int itsClass = classAt(to - 1, length);
            int run = runs.add(Group.of(itsClass, newBlocks, hint), clock);
            int lastResident = NONE;
            int from = to;
            while (from > 0 && classAt(from - 1, length) == itsClass) {
                int place = path[--from];
                known.run(place, run);
                if (lastResident == NONE && known.isResident(place)) {
                    lastResident = place;
                }
            }
            runs.own(run, to - from, path[to - 1]);
            runs.lastResident(run, lastResident);
            to = from;
        }
    }

    private int classAt(int index, int length) {
        return Group.classOf(known.uses(path[index]), index == length - 1);
    }

    /// The place of a block that has become resident. One that no path has named is a chain of its own.
    ///
    /// @param key by which it is known, or not yet
    void admit(B block, long key, long clock) {
        int place = known.find(key);
        if (place == NONE) {
            place = known.add(key, NONE);
            known.use(place, 0);
            int run = runs.add(Group.of(Group.classOf(1, false), 1, SessionHint.NONE), clock);
            known.run(place, run);
            runs.own(run, 1, place);
        }
        known.resident(place, block);
        block.place = place;
        int run = known.run(place);
        int last = runs.lastResident(run);
        if (last == NONE || known.depth(last) < known.depth(place)) {
            runs.lastResident(run, place);
        }
    }

    /// The block at `place` is no longer resident.
    void gone(int place) {
        known.ghost(place);
        int run = known.run(place);
        if (runs.lastResident(run) == place) {
            int above = known.parent(place);
            while (above != NONE && known.run(above) == run && !known.isResident(above)) {
                above = known.parent(above);
            }
            boolean found = above != NONE && known.run(above) == run;
            runs.lastResident(run, found ? above : NONE);
        }
    }

    /// Forgets ghosts, oldest runs first, until no more than `limit` blocks are known or all runs were looked
    /// at once.
    void forgetDownTo(int limit, long clock) {
        for (int looks = runs.count(); looks > 0 && known.size() > limit; looks--) {
            int run = runs.oldest();
            if (runs.lastResident(run) == NONE) {
                forget(run, clock);
            } else {
                runs.putOff(run);
            }
        }
    }

    private void forget(int run, long clock) {
        wait(run, clock);
        int place = runs.lastKnown(run);
        int left = runs.owned(run);
        int forgotten = 0;
        while (forgotten < left && !known.hasKnownChild(place)) {
            int above = known.parent(place);
            known.forget(place);
            place = above;
            forgotten++;
        }
        if (forgotten < left) {
            runs.lastKnown(run, place);
            runs.putOff(run);
        }
        runs.giveUp(run, forgotten);
    }

    /// Counts the waiting of some runs up to now, in turn, so that each is met once in `turns` calls.
    void sweep(int turns, long clock) {
        for (int looks = 1 + runs.end() / turns; looks > 0; looks--) {
            swept = swept + 1 >= runs.end() ? 0 : swept + 1;
            if (runs.owned(swept) > 0) {
                wait(swept, clock);
            }
        }
    }

    private void wait(int run, long clock) {
        long age = clock - runs.touched(run);
        rates.waited(runs.group(run), runs.accounted(run), age, runs.owned(run));
        runs.accounted(run, age);
    }
}
