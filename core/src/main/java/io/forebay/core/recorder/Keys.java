package io.forebay.core.recorder;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which blocks a [Happening] was about: enough to recognise each of them, in 8 bytes ([BlockHash#mark]), and the first
/// one whole, to name them. Immutable, so that several happenings may share one.
public final class Keys {
    /// No blocks.
    public static final Keys NONE = new Keys(null, new long[0]);

    private final @Nullable BlockKey first;
    private final long[] marks;

    private Keys(@Nullable BlockKey first, long[] marks) {
        this.first = first;
        this.marks = marks;
    }

    /// O(hashes), without an object for each.
    public static Keys of(Namespace namespace, List<BlockHash> hashes) {
        if (hashes.isEmpty()) {
            return NONE;
        }
        long[] marks = new long[hashes.size()];
        int count = 0;
        for (BlockHash hash : hashes) {
            marks[count++] = hash.mark();
        }
        return new Keys(new BlockKey(namespace, hashes.getFirst()), marks);
    }

    /// The same keys, those of each namespace together.
    public static List<Keys> grouped(List<BlockKey> keys) {
        Map<Namespace, Batch> groups = new LinkedHashMap<>();
        for (BlockKey key : keys) {
            groups.computeIfAbsent(key.namespace(), namespace -> new Batch(key)).add(key.hash());
        }
        return groups.values().stream().map(Batch::keys).toList();
    }

    public int count() {
        return marks.length;
    }

    /// Index of the block with this mark; -1 when it is not among them. O(keys).
    public int indexOf(long mark) {
        for (int i = 0; i < marks.length; i++) {
            if (marks[i] == mark) {
                return i;
            }
        }
        return -1;
    }

    /// The first block; null when there is none.
    public @Nullable BlockKey first() {
        return first;
    }

    /// What keeping it costs, about.
    long weightBytes() {
        return (long) Long.BYTES * marks.length;
    }

    @Override
    public String toString() {
        BlockKey key = first;
        if (key == null) {
            return "no blocks";
        }
        return count() == 1 ? "block " + key.hash() : count() + " blocks from " + key.hash() + " on";
    }

    /// Keys that are still being added.
    static final class Batch {
        private final BlockKey first;
        private long[] marks = new long[8];
        private int count;

        Batch(BlockKey first) {
            this.first = first;
        }

        void add(BlockHash hash) {
            if (count == marks.length) {
                marks = Arrays.copyOf(marks, 2 * count);
            }
            marks[count++] = hash.mark();
        }

        Namespace namespace() {
            return first.namespace();
        }

        int count() {
            return count;
        }

        Keys keys() {
            return new Keys(first, Arrays.copyOf(marks, count));
        }
    }
}
