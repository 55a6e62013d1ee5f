package io.forebay.core.eviction;

import java.util.Arrays;

/// Runs: neighbouring blocks of a chain that one request touched last and whose return is expected alike. In arrays;
/// in the order of their making in a list, and those with resident blocks in a dense array, to draw from. A later
/// request takes blocks from the front of a run, eviction and forgetting from its end, so that it stays a run.
///
/// Each operation is O(1). One thread.
final class Runs {
    /// No run, no block.
    static final int NONE = KnownBlocks.NONE;

    private static final int FIRST_SIZE = 1 << 8;

    private long[] born = new long[FIRST_SIZE];
    private long[] touched = new long[FIRST_SIZE];
    private long[] accounted = new long[FIRST_SIZE];
    private int[] group = new int[FIRST_SIZE];
    private int[] owned = new int[FIRST_SIZE];
    private int[] lastKnown = new int[FIRST_SIZE];
    private int[] lastResident = new int[FIRST_SIZE];
    private int[] standing = new int[FIRST_SIZE];
    private int[] before = new int[FIRST_SIZE];
    private int[] after = new int[FIRST_SIZE];
    private int[] dense = new int[FIRST_SIZE];
    private int residentCount;
    private int used;
    private int free = NONE;
    private int oldest = NONE;
    private int newest = NONE;
    private int count;
    private long births;

    /// Runs there are.
    int count() {
        return count;
    }

    /// Numbers of runs lie below; one that owns no blocks is none.
    int end() {
        return used;
    }

    /// A run without blocks.
    int add(int itsGroup, long atClock) {
        int run = free;
        if (run == NONE) {
            run = used++;
            growTo(used);
        } else {
            free = after[run];
        }
        count++;
        born[run] = births++;
        touched[run] = atClock;
        accounted[run] = 0;
        group[run] = itsGroup;
        owned[run] = 0;
        lastKnown[run] = NONE;
        lastResident[run] = NONE;
        standing[run] = NONE;
        enlist(run);
        return run;
    }

    private void enlist(int run) {
        before[run] = newest;
        after[run] = NONE;
        if (newest == NONE) {
            oldest = run;
        } else {
            after[newest] = run;
        }
        newest = run;
    }

    private void delist(int run) {
        if (before[run] == NONE) {
            oldest = after[run];
        } else {
            after[before[run]] = after[run];
        }
        if (after[run] == NONE) {
            newest = before[run];
        } else {
            before[after[run]] = before[run];
        }
    }

    /// The one that was made, or put off, first; [#NONE] when there is none.
    int oldest() {
        return oldest;
    }

    /// It is the oldest no more: it goes to the end of the list.
    void putOff(int run) {
        delist(run);
        enlist(run);
    }

    private void remove(int run) {
        lastResident(run, NONE);
        delist(run);
        after[run] = free;
        free = run;
        count--;
    }

    /// It owns `blocks` more, up to `last`.
    void own(int run, int blocks, int last) {
        owned[run] += blocks;
        lastKnown[run] = last;
    }

    /// It owns `blocks` fewer; with the last one it is gone.
    void giveUp(int run, int blocks) {
        owned[run] -= blocks;
        if (owned[run] == 0) {
            remove(run);
        }
    }

    int owned(int run) {
        return owned[run];
    }

    /// The block at its end.
    int lastKnown(int run) {
        return lastKnown[run];
    }

    void lastKnown(int run, int place) {
        lastKnown[run] = place;
    }

    /// Its deepest resident block, or [#NONE].
    int lastResident(int run) {
        return lastResident[run];
    }

    void lastResident(int run, int place) {
        if (place != NONE && standing[run] == NONE) {
            standing[run] = residentCount;
            dense[residentCount++] = run;
        } else if (place == NONE && standing[run] != NONE) {
            int moved = dense[--residentCount];
            dense[standing[run]] = moved;
            standing[moved] = standing[run];
            standing[run] = NONE;
        }
        lastResident[run] = place;
    }

    /// Runs with resident blocks.
    int residentCount() {
        return residentCount;
    }

    /// One of them.
    int resident(int index) {
        return dense[index];
    }

    /// Counts runs: the lower was made earlier. Never comes again.
    long born(int run) {
        return born[run];
    }

    /// The clock when it was made.
    long touched(int run) {
        return touched[run];
    }

    int group(int run) {
        return group[run];
    }

    /// Up to which age it has been counted as waiting.
    long accounted(int run) {
        return accounted[run];
    }

    void accounted(int run, long age) {
        accounted[run] = age;
    }

    private void growTo(int numbers) {
        if (numbers <= born.length) {
            return;
        }
        int larger = born.length * 2;
        born = Arrays.copyOf(born, larger);
        touched = Arrays.copyOf(touched, larger);
        accounted = Arrays.copyOf(accounted, larger);
        group = Arrays.copyOf(group, larger);
        owned = Arrays.copyOf(owned, larger);
        lastKnown = Arrays.copyOf(lastKnown, larger);
        lastResident = Arrays.copyOf(lastResident, larger);
        standing = Arrays.copyOf(standing, larger);
        before = Arrays.copyOf(before, larger);
        after = Arrays.copyOf(after, larger);
        dense = Arrays.copyOf(dense, larger);
    }
}
