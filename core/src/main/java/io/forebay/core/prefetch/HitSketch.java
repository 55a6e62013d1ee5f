package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;

/// How often each block was lately met on SSD, about: a count-min sketch whose counts are halved after so many gets, so
/// that it forgets. Two blocks may share a counter in one row, hardly in all: it never says too few, and seldom too
/// many. 4 MiB, of fixed size, whatever is counted: with its window half as long as a row, a block that was met once
/// is taken for one that was met twice in 1 of 40 cases at worst.
final class HitSketch {
    private static final int ROWS = 4;
    private static final int COLUMNS = 1 << 20;
    private static final int WINDOW = COLUMNS / 2;
    private static final byte MOST = Byte.MAX_VALUE;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final byte[][] rows = new byte[ROWS][COLUMNS];
    private int counted;

    /// One more get met it.
    void add(BlockKey key) {
        long hash = spread(key);
        for (int row = 0; row < ROWS; row++) {
            int column = column(hash, row);
            rows[row][column] = (byte) Math.min(MOST, rows[row][column] + 1);
        }
        if (++counted == WINDOW) {
            halve();
        }
    }

    /// About how many gets met it.
    int count(BlockKey key) {
        long hash = spread(key);
        int least = MOST;
        for (int row = 0; row < ROWS; row++) {
            least = Math.min(least, rows[row][column(hash, row)]);
        }
        return least;
    }

    private void halve() {
        counted = 0;
        for (byte[] row : rows) {
            for (int column = 0; column < COLUMNS; column++) {
                row[column] = (byte) (row[column] / 2);
            }
        }
    }

    private static long spread(BlockKey key) {
        long hash = key.hash().mark() * GOLDEN + key.namespace().hashCode();
        hash = (hash ^ (hash >>> 32)) * GOLDEN;
        return hash ^ (hash >>> 29);
    }

    /// Two halves of one hash make a hash for each row.
    private static int column(long hash, int row) {
        long mixed = hash + row * (Long.rotateLeft(hash, 32) | 1);
        return (int) (mixed >>> 20) & (COLUMNS - 1);
    }
}
