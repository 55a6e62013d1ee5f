package io.forebay.core.tier;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Least recently used: the block whose admission or last hit lies longest ago goes first. Exact. Spare blocks, which
/// others have too, are a class of their own that goes before the rest.
///
/// A hit only writes its moment into the block, one number, since a query hits thousands of blocks and a miss needs
/// one victim. A queue orders the blocks by the moment that was known when they were queued; whoever looks for a
/// victim first puts a block that was used since back behind its true moment. A block's queued moment is never later
/// than its true one, so the first block whose two moments agree is the least recent of all.
///
/// [#used] and [#gone] are O(1), [#admitted] and [#victim] O(log n), where a hit is paid for by the next search that
/// meets it. A search walks over blocks that may not go; those are leased or locked, hence recently used, hence far
/// behind.
public final class LruPolicy<B extends Evictable> implements EvictionPolicy<B> {
    /// A block in the queue; void once the block has left or was queued again.
    private record Queued<B>(B block, boolean spare, long moment) {}

    private static final Comparator<Queued<?>> SPARE_FIRST =
            Comparator.<Queued<?>, Boolean>comparing(queued -> !queued.spare).thenComparingLong(Queued::moment);

    private final PriorityQueue<Queued<B>> queue = new PriorityQueue<>(SPARE_FIRST);
    private long now;
    private int size;

    @Override
    public void admitted(B block) {
        if (block.queuedMoment == Evictable.ABSENT) {
            size++;
        }
        block.usedMoment = ++now;
        enqueue(block);
    }

    @Override
    public void used(B block) {
        block.usedMoment = ++now;
    }

    @Override
    public void gone(B block) {
        if (block.queuedMoment != Evictable.ABSENT) {
            block.queuedMoment = Evictable.ABSENT;
            size--;
        }
    }

    @Override
    public void spare(B block) {
        if (block.queuedMoment != Evictable.ABSENT && !block.spare) {
            block.spare = true;
            enqueue(block);
        }
    }

    private void enqueue(B block) {
        block.queuedMoment = block.usedMoment;
        queue.add(new Queued<>(block, block.spare, block.usedMoment));
    }

    @Override
    public @Nullable B victim(Predicate<B> evictable) {
        List<Queued<B>> spared = new ArrayList<>();
        B victim = null;
        while (victim == null) {
            Queued<B> least = queue.poll();
            if (least == null) {
                break;
            }
            B block = least.block;
            if (block.queuedMoment != least.moment || block.spare != least.spare) {
                continue; // it has left, or stands elsewhere
            }
            if (block.usedMoment != least.moment) {
                enqueue(block);
                continue;
            }
            spared.add(least);
            if (evictable.test(block)) {
                victim = block;
            }
        }
        queue.addAll(spared);
        return victim;
    }

    @Override
    public int size() {
        return size;
    }
}
