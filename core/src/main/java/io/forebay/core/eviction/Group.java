package io.forebay.core.eviction;

/// What is known of a run's blocks when a request touches them, as one number: the class, by how often they have
/// been used; how many blocks of the request had never been seen, in half octaves; and the hint.
///
/// | class | blocks |
/// | --- | --- |
/// | 0 | the last one of a request, used once: most likely cut off in the middle, it will never come again |
/// | 1 to 5 | used once, twice, 3–4, 5–16 times, or more often |
final class Group {
    static final int CLASSES = 6;
    static final int NEW_BUCKETS = 16;
    static final int HINTS = SessionHint.values().length;
    static final int COUNT = CLASSES * NEW_BUCKETS * HINTS;

    private static final int LAST_BLOCK = 0;

    private Group() {}

    /// The class of a block after this use of it.
    static int classOf(int uses, boolean last) {
        if (uses <= 2) {
            return uses == 1 && last ? LAST_BLOCK : uses;
        }
        return uses <= 4 ? 3 : uses <= 16 ? 4 : 5;
    }

    /// @param newBlocks blocks of the request that were not known before it
    static int of(int blockClass, int newBlocks, SessionHint hint) {
        int bucket = blockClass == LAST_BLOCK ? 0 : 1 + Math.min(NEW_BUCKETS - 2, halfOctaves(Math.max(1, newBlocks)));
        return (hint.value * NEW_BUCKETS + bucket) * CLASSES + blockClass;
    }

    /// Twice the binary logarithm, rounded down.
    private static int halfOctaves(int n) {
        int octaves = 31 - Integer.numberOfLeadingZeros(n);
        long square = (long) n * n;
        return 2 * octaves + (square >= 2L << (2 * octaves) ? 1 : 0);
    }

    static int blockClass(int group) {
        return group % CLASSES;
    }

    static int newBucket(int group) {
        return group / CLASSES % NEW_BUCKETS;
    }

    static int hint(int group) {
        return group / CLASSES / NEW_BUCKETS;
    }
}
