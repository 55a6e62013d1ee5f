package io.forebay.core.tier;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Least recently used: the block whose admission or last hit lies longest ago goes first.
///
/// A ring of the blocks' own links, closed by one sentinel: `ring.newer` is the oldest block, `ring.older` the most
/// recent. Everything is O(1) but [#victim], which walks over the blocks that may not go; those are leased or locked,
/// hence recently used, hence at the far end.
public final class LruPolicy<B extends Evictable> implements EvictionPolicy<B> {
    private static final class Sentinel extends Evictable {}

    private final Evictable ring = new Sentinel();
    private int size;

    public LruPolicy() {
        ring.older = ring;
        ring.newer = ring;
    }

    @Override
    public void admitted(B block) {
        unlink(block);
        linkAsMostRecent(block);
    }

    @Override
    public void used(B block) {
        if (unlink(block)) {
            linkAsMostRecent(block);
        }
    }

    @Override
    public void gone(B block) {
        unlink(block);
    }

    private void linkAsMostRecent(Evictable block) {
        Evictable last = linked(ring.older);
        last.newer = block;
        block.older = last;
        block.newer = ring;
        ring.older = block;
        size++;
    }

    private boolean unlink(Evictable block) {
        Evictable older = block.older;
        Evictable newer = block.newer;
        if (older == null || newer == null) {
            return false;
        }
        older.newer = newer;
        newer.older = older;
        block.older = null;
        block.newer = null;
        size--;
        return true;
    }

    @Override
    public @Nullable B victim(Predicate<B> evictable) {
        Evictable each = ring;
        for (int left = size; left > 0; left--) {
            each = linked(each.newer);
            B block = admittedBlock(each);
            if (evictable.test(block)) {
                return block;
            }
        }
        return null;
    }

    /// Only [#admitted] links, and it takes a `B`: an unchecked cast is the price of links inside the blocks.
    @SuppressWarnings("unchecked")
    private B admittedBlock(Evictable each) {
        return (B) each;
    }

    private static Evictable linked(@Nullable Evictable link) {
        if (link == null) {
            throw new IllegalStateException("a ring has no end");
        }
        return link;
    }

    @Override
    public int size() {
        return size;
    }
}
