package io.forebay.core.eviction;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The blocks that [Chi] remembers, resident ones and ghosts: a forest by their parents, in arrays, found by key in an
/// open-addressed table. A block with a known child is never forgotten, so that a parent is always there.
///
/// Some 50 bytes a block; each operation is O(1). One thread.
final class KnownBlocks<B extends Evictable> {
    /// No block, no parent, no run.
    static final int NONE = -1;

    /// Uses are counted up to here.
    static final int MANY_USES = 17;

    private static final int FIRST_SIZE = 1 << 10;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long seed;
    private int[] table = new int[2 * FIRST_SIZE];
    private long[] key = new long[FIRST_SIZE];
    private int[] parent = new int[FIRST_SIZE];
    private int[] depth = new int[FIRST_SIZE];
    private int[] run = new int[FIRST_SIZE];
    private int[] knownChildren = new int[FIRST_SIZE];
    private int[] residentChildren = new int[FIRST_SIZE];
    private byte[] uses = new byte[FIRST_SIZE];
    private @Nullable Object[] block = new @Nullable Object[FIRST_SIZE];
    private int used;
    private int free = NONE;
    private int size;

    /// @param seed of the table's order, so that nobody who chooses keys can make them collide
    KnownBlocks(long seed) {
        this.seed = seed;
        Arrays.fill(table, NONE);
    }

    int size() {
        return size;
    }

    /// Places lie below.
    int end() {
        return used;
    }

    /// The place of the block with this key, or [#NONE].
    int find(long wanted) {
        int mask = table.length - 1;
        int at = home(wanted);
        while (table[at] != NONE && key[table[at]] != wanted) {
            at = (at + 1) & mask;
        }
        return table[at];
    }

    private int home(long wanted) {
        long mixed = (wanted ^ seed) * GOLDEN;
        mixed = (mixed ^ (mixed >>> 32)) * GOLDEN;
        return (int) (mixed >>> 32) & (table.length - 1);
    }

    /// A block that is not known yet, used by nobody so far.
    ///
    /// @param above its parent's place, or [#NONE]
    int add(long newKey, int above) {
        if (2 * (size + 1) > table.length) {
            growTable();
        }
        int place = free;
        if (place == NONE) {
            place = used++;
            growTo(used);
        } else {
            free = parent[place];
        }
        size++;
        key[place] = newKey;
        parent[place] = above;
        depth[place] = 0;
        run[place] = NONE;
        knownChildren[place] = 0;
        residentChildren[place] = 0;
        uses[place] = 0;
        if (above != NONE) {
            knownChildren[above]++;
        }
        insert(place);
        return place;
    }

    private void insert(int place) {
        int mask = table.length - 1;
        int at = home(key[place]);
        while (table[at] != NONE) {
            at = (at + 1) & mask;
        }
        table[at] = place;
    }

    /// Forgets a ghost without known children.
    void forget(int place) {
        if (parent[place] != NONE) {
            knownChildren[parent[place]]--;
        }
        int mask = table.length - 1;
        int hole = home(key[place]);
        while (table[hole] != place) {
            hole = (hole + 1) & mask;
        }
        // Close the gap with every later block of the cluster whose home does not lie behind it.
        for (int at = (hole + 1) & mask; table[at] != NONE; at = (at + 1) & mask) {
            if (((at - home(key[table[at]])) & mask) >= ((at - hole) & mask)) {
                table[hole] = table[at];
                hole = at;
            }
        }
        table[hole] = NONE;
        parent[place] = free;
        run[place] = NONE;
        free = place;
        size--;
    }

    /// A block that had no parent turns out to have one.
    void adopt(int place, int above) {
        parent[place] = above;
        knownChildren[above]++;
        residentChildren[above] += block[place] == null ? 0 : 1;
    }

    int parent(int place) {
        return parent[place];
    }

    int run(int place) {
        return run[place];
    }

    void run(int place, int owner) {
        run[place] = owner;
    }

    int depth(int place) {
        return depth[place];
    }

    /// A request has the block at this depth.
    void use(int place, int atDepth) {
        depth[place] = atDepth;
        uses[place] = (byte) Math.min(MANY_USES, uses[place] + 1);
    }

    int uses(int place) {
        return uses[place];
    }

    boolean hasKnownChild(int place) {
        return knownChildren[place] > 0;
    }

    boolean hasResidentChild(int place) {
        return residentChildren[place] > 0;
    }

    boolean isResident(int place) {
        return block[place] != null;
    }

    /// The resident block at this place; null for a ghost.
    @SuppressWarnings("unchecked") // only blocks of B are put there
    @Nullable
    B block(int place) {
        return (B) block[place];
    }

    void resident(int place, B resident) {
        block[place] = resident;
        if (parent[place] != NONE) {
            residentChildren[parent[place]]++;
        }
    }

    /// A resident block becomes a ghost.
    void ghost(int place) {
        block[place] = null;
        if (parent[place] != NONE) {
            residentChildren[parent[place]]--;
        }
    }

    private void growTable() {
        int[] old = table;
        table = new int[2 * old.length];
        Arrays.fill(table, NONE);
        for (int place : old) {
            if (place != NONE) {
                insert(place);
            }
        }
    }

    private void growTo(int places) {
        if (places <= key.length) {
            return;
        }
        int larger = key.length * 2;
        key = Arrays.copyOf(key, larger);
        parent = Arrays.copyOf(parent, larger);
        depth = Arrays.copyOf(depth, larger);
        run = Arrays.copyOf(run, larger);
        knownChildren = Arrays.copyOf(knownChildren, larger);
        residentChildren = Arrays.copyOf(residentChildren, larger);
        uses = Arrays.copyOf(uses, larger);
        block = Arrays.copyOf(block, larger);
    }
}
