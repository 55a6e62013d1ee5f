package io.forebay.core.eviction;

/// A block of a test.
final class Cell extends Evictable {
    final long id;
    boolean held;

    Cell(long id) {
        this(id, id);
    }

    Cell(long id, long key) {
        super(key);
        this.id = id;
    }

    static long stayNanos(Cell cell) {
        return cell.held ? EvictionPolicy.UNTIL_LET_GO : 0;
    }

    @Override
    public String toString() {
        return Long.toString(id);
    }
}
