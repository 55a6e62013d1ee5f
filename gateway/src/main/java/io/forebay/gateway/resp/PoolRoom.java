package io.forebay.gateway.resp;

import io.forebay.core.extent.Extent;
import io.forebay.memory.Pool;
import io.forebay.node.ForeignRoom;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The gateway's part of the pool: so many bytes at most, taken from the node as they are needed. Extents that come
/// free lie on a shelf for a while, so that a value set again does not wait for the node. Gateway thread only.
///
/// ```
/// node ──take, small ones in dozens──▶ shelf ──▶ a value ──let go──▶ shelf ──unused for a second, or full──▶ node
/// ```
final class PoolRoom {
    private static final long SMALL_BYTES = 64 << 10;
    private static final int DOZENS = 16;
    /// Of the bound, what may lie on the shelf.
    private static final int SHELF_SHARE = 8;

    private static final int ATTEMPTS = 4;

    private final Pool pool;
    private final ForeignRoom node;
    private final Executor gateway;
    private final long boundBytes;
    private final TreeMap<Long, Shelf> shelves = new TreeMap<>();
    private BooleanSupplier evictOne = () -> false;
    private long takenBytes;
    private long shelvedBytes;
    private boolean closed;

    /// Free extents of one size, and how few there were since the last look.
    private static final class Shelf {
        final ArrayDeque<Extent> extents = new ArrayDeque<>();
        int least;
    }

    /// @param gateway runs a task on the gateway's thread
    PoolRoom(Pool pool, ForeignRoom node, Executor gateway, long boundBytes) {
        this.pool = pool;
        this.node = node;
        this.gateway = gateway;
        this.boundBytes = boundBytes;
    }

    /// @param action lets one value go for room; false when there is none to go
    void onNoRoom(BooleanSupplier action) {
        this.evictOne = action;
    }

    /// Bytes of the pool that are not the node's now, the shelf included.
    long takenBytes() {
        return takenBytes;
    }

    /// Bytes of the pool that values have, or are about to.
    long usedBytes() {
        return takenBytes - shelvedBytes;
    }

    long boundBytes() {
        return boundBytes;
    }

    MemorySegment slice(Extent extent) {
        return pool.slice(extent);
    }

    /// Takes an extent. Values that nobody holds go for it where that helps.
    ///
    /// @param then hears it, within this call where there is one on the shelf; null: there is no room
    void take(long bytes, Consumer<@Nullable Extent> then) {
        Extent shelved = fromShelf(bytes);
        if (shelved != null) {
            then.accept(shelved);
        } else if (!makeRoom(bytes)) {
            then.accept(null);
        } else {
            Extent evicted = fromShelf(bytes);
            if (evicted == null) {
                ask(bytes, ATTEMPTS, then);
            } else {
                then.accept(evicted);
            }
        }
    }

    private @Nullable Extent fromShelf(long bytes) {
        Shelf shelf = shelves.get(bytes);
        Extent extent = shelf == null ? null : shelf.extents.poll();
        if (shelf != null && extent != null) {
            shelvedBytes -= pool.roundedBytes(bytes);
            shelf.least = Math.min(shelf.least, shelf.extents.size());
        }
        return extent;
    }

    /// Until so many more bytes are within the bound, or one lies on the shelf.
    private boolean makeRoom(long bytes) {
        long size = pool.roundedBytes(bytes);
        while (takenBytes + size > boundBytes) {
            Shelf same = shelves.get(bytes);
            if (same != null && !same.extents.isEmpty()) {
                return true;
            }
            if (!clearOne() && !evictOne.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }

    private void ask(long bytes, int attempts, Consumer<@Nullable Extent> then) {
        long size = pool.roundedBytes(bytes);
        int count = bytes > SMALL_BYTES ? 1 : Math.clamp((boundBytes - takenBytes) / size, 1, DOZENS);
        takenBytes += count * size;
        node.take(
                count,
                bytes,
                extents -> gateway.execute(() -> {
                    takenBytes -= (count - extents.size()) * size;
                    taken(extents, bytes, attempts, then);
                }));
    }

    private void taken(List<Extent> extents, long bytes, int attempts, Consumer<@Nullable Extent> then) {
        for (Extent extent : extents.subList(Math.min(1, extents.size()), extents.size())) {
            shelve(extent);
        }
        if (!extents.isEmpty()) {
            then.accept(extents.getFirst());
            return;
        }
        long before = takenBytes;
        boolean more = attempts > 1;
        while (more && before - takenBytes < bytes) {
            more = clearOne() || evictOne.getAsBoolean();
        }
        if (more) {
            ask(bytes, attempts - 1, then);
        } else {
            then.accept(null);
        }
    }

    /// Lets a value go; its extents are free when nobody else holds it.
    void letGo(Value value) {
        if (value.letGo()) {
            value.slots().forEach(this::give);
        }
    }

    /// Gives an extent back that nobody reads or writes any more.
    void give(Extent extent) {
        if (closed || shelvedBytes + extent.lengthBytes() > boundBytes / SHELF_SHARE) {
            giveToNode(extent);
        } else {
            shelve(extent);
        }
    }

    private void shelve(Extent extent) {
        if (closed) {
            giveToNode(extent);
            return;
        }
        shelves.computeIfAbsent(extent.lengthBytes(), bytes -> new Shelf())
                .extents
                .push(extent);
        shelvedBytes += pool.roundedBytes(extent.lengthBytes());
    }

    private void giveToNode(Extent extent) {
        takenBytes -= pool.roundedBytes(extent.lengthBytes());
        node.give(List.of(extent));
    }

    /// The node gets one back from the shelf of the largest.
    private boolean clearOne() {
        Map.Entry<Long, Shelf> largest = shelves.lastEntry();
        while (largest != null && largest.getValue().extents.isEmpty()) {
            shelves.pollLastEntry();
            largest = shelves.lastEntry();
        }
        if (largest == null) {
            return false;
        }
        unshelve(largest.getValue());
        return true;
    }

    private void unshelve(Shelf shelf) {
        Extent extent = shelf.extents.removeLast();
        shelvedBytes -= pool.roundedBytes(extent.lengthBytes());
        shelf.least = Math.min(shelf.least, shelf.extents.size());
        giveToNode(extent);
    }

    /// The node gets back what was not needed since the last call. To be called each second or so.
    void tidy() {
        Iterator<Shelf> all = shelves.values().iterator();
        while (all.hasNext()) {
            Shelf shelf = all.next();
            for (int i = shelf.least; i > 0; i--) {
                unshelve(shelf);
            }
            shelf.least = shelf.extents.size();
            if (shelf.extents.isEmpty()) {
                all.remove();
            }
        }
    }

    /// The node gets everything back that lies on the shelf, and from now on whatever comes free.
    void close() {
        closed = true;
        boolean more = true;
        while (more) {
            more = clearOne();
        }
    }
}
