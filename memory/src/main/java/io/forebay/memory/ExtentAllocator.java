package io.forebay.memory;

import io.forebay.core.answer.Invariant;
import java.util.TreeSet;

/// Free and allocated runs of granules.
///
/// The smallest free run that fits is taken, at its low end, and of equal ones the lowest: blocks of one size fill
/// the holes that such blocks left, and in a fresh pool a block's slots and the blocks of a prompt lie one behind
/// the other.
/// A freed run joins its free neighbours. Both cost O(log free runs); finding the neighbours is O(1) by boundary
/// tags:
///
/// ```
/// tag   +3   0   0  -4   0   0  -4  +1  -1  +2   0       +n: an allocated run of n starts here
///       └─ used ─┘  └── free ──┘   used free └used┘      -n: a free run of n starts or ends here; 0: inside a run
/// ```
///
/// One thread, its owner's.
final class ExtentAllocator {
    /// Instead of a start when no free run is long enough.
    static final int NONE = -1;

    private final int[] tags;
    /// Free runs by length, then start: the length in the upper half, the start in the lower.
    private final TreeSet<Long> freeRuns = new TreeSet<>();

    private int usedGranules;

    ExtentAllocator(int granules) {
        Invariant.check(granules > 0, "an allocator has at least one granule");
        this.tags = new int[granules];
        addFree(0, granules);
    }

    int usedGranules() {
        return usedGranules;
    }

    /// The longest run that could be allocated now; 0 when everything is.
    int longestFree() {
        return freeRuns.isEmpty() ? 0 : (int) (freeRuns.last() >>> Integer.SIZE);
    }

    /// The start of a run of `length` granules, or [#NONE]. Then nothing changed.
    int allocate(int length) {
        Invariant.check(length > 0, "an extent has at least one granule");
        Long fitting = freeRuns.ceiling(run(length, 0));
        if (fitting == null) {
            return NONE;
        }
        int start = fitting.intValue();
        int found = (int) (fitting >>> Integer.SIZE);
        removeFree(start, found);
        if (found > length) {
            addFree(start + length, found - length);
        }
        tags[start] = length;
        usedGranules += length;
        return start;
    }

    /// The length of the allocated run that starts there; 0 if none does.
    int lengthAt(int start) {
        return start >= 0 && start < tags.length ? Math.max(0, tags[start]) : 0;
    }

    /// Gives a run back. Fails unless exactly this run was allocated.
    void free(int start, int length) {
        Invariant.check(length > 0 && lengthAt(start) == length, "only an allocated run is freed: " + start);
        tags[start] = 0;
        usedGranules -= length;
        int from = start;
        int to = start + length;
        if (from > 0 && tags[from - 1] < 0) {
            int left = -tags[from - 1];
            from -= left;
            removeFree(from, left);
        }
        if (to < tags.length && tags[to] < 0) {
            int right = -tags[to];
            removeFree(to, right);
            to += right;
        }
        addFree(from, to - from);
    }

    private void addFree(int start, int length) {
        tags[start] = -length;
        tags[start + length - 1] = -length;
        freeRuns.add(run(length, start));
    }

    private void removeFree(int start, int length) {
        tags[start] = 0;
        tags[start + length - 1] = 0;
        freeRuns.remove(run(length, start));
    }

    private static long run(int length, int start) {
        return ((long) length << Integer.SIZE) | start;
    }
}
