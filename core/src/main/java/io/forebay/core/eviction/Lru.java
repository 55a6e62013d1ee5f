package io.forebay.core.eviction;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Least recently used: the block whose admission or last hit lies longest ago goes first.
/// Exact, and blind to chains and hints.
///
/// A hit only writes its moment into the block, one number, since a query hits thousands of blocks and a miss needs
/// one victim. A queue orders the blocks by the moment that was known when they were queued; whoever looks for a
/// victim first puts a block that was used since back behind its true moment. A block's queued moment is never later
/// than its true one, so the first block whose two moments agree is the least recent of all.
///
/// [#used] and [#gone] are O(1), [#admitted] and [#victim] O(log n), where a hit is paid for by the next search that
/// meets it. A search walks over blocks that something holds, which are recently used, hence far behind. Blocks that
/// have to stay for a time would be met by every search in a pool that turns over in less, so each is parked once, out
/// of the queue, until its time is up.
public final class Lru<B extends Evictable> implements EvictionPolicy<B> {
    /// A block in the queue; void once the block has left or was queued again.
    private record Queued<B>(B block, long moment) {}

    /// An entry that no search need look at before then.
    private record Parked<B>(Queued<B> queued, long untilNanos) {}

    /// Of an entry that stands for nothing.
    private static final long VOID = -1;

    private final PriorityQueue<Queued<B>> queue =
            new PriorityQueue<>((one, other) -> Long.compare(one.moment, other.moment));
    private final PriorityQueue<Parked<B>> parked =
            new PriorityQueue<>((one, other) -> Long.compare(one.untilNanos - other.untilNanos, 0));
    private final Moments moments;
    private int size;

    public Lru() {
        this(new Moments());
    }

    /// @param moments shared with the policies from which it takes blocks over
    Lru(Moments moments) {
        this.moments = moments;
    }

    @Override
    public void requested(BlockPath path, SessionHint hint) {}

    @Override
    public void admitted(B block) {
        block.usedMoment = moments.next();
        take(block);
    }

    /// A block that another policy has let go is in this one from now on, where its last use puts it.
    void take(B block) {
        if (block.holder != this) {
            block.holder = this;
            size++;
        }
        enqueue(block);
    }

    @Override
    public void used(B block) {
        block.usedMoment = moments.next();
    }

    @Override
    public void gone(B block) {
        if (block.holder == this) {
            block.holder = null;
            size--;
        }
    }

    private void enqueue(B block) {
        block.queuedMoment = block.usedMoment;
        queue.add(new Queued<>(block, block.usedMoment));
    }

    @Override
    public @Nullable B dueVictim(ToLongFunction<B> stayNanos, long nowNanos) {
        for (Parked<B> due = parked.peek(); due != null && due.untilNanos - nowNanos <= 0; due = parked.peek()) {
            queue.add(parked.remove().queued);
        }
        return search(stayNanos, nowNanos);
    }

    @Override
    public @Nullable B victim(ToLongFunction<B> stayNanos, long nowNanos) {
        B victim = dueVictim(stayNanos, nowNanos);
        if (victim == null && !parked.isEmpty()) {
            // One of them may be free earlier than it was said to be.
            parked.forEach(each -> queue.add(each.queued));
            parked.clear();
            victim = search(stayNanos, nowNanos);
        }
        return victim;
    }

    private @Nullable B search(ToLongFunction<B> stayNanos, long nowNanos) {
        List<Queued<B>> spared = new ArrayList<>();
        B victim = null;
        Queued<B> least = queue.poll();
        while (least != null) {
            long stay = stands(least) ? stayNanos.applyAsLong(least.block) : VOID;
            if (stay == UNTIL_LET_GO || stay == 0) {
                spared.add(least);
            } else if (stay > 0) {
                parked.add(new Parked<>(least, nowNanos + stay));
            }
            if (stay == 0) {
                victim = least.block;
                break;
            }
            least = queue.poll();
        }
        queue.addAll(spared);
        return victim;
    }

    /// False if the block has left or stands elsewhere; one that was used since is sent there.
    private boolean stands(Queued<B> entry) {
        B block = entry.block;
        if (block.holder != this || block.queuedMoment != entry.moment) {
            return false;
        }
        if (block.usedMoment != entry.moment) {
            enqueue(block);
            return false;
        }
        return true;
    }

    @Override
    public int size() {
        return size;
    }
}
