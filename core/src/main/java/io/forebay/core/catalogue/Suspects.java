package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Blocks that somebody says are damaged or missing, until the one who should have them is asked or has looked: each
/// once, in the order in which they were named first. The master keeps one for each session, an owner one for what it
/// has yet to look at.
///
/// Soft state. Losing it, or the oldest at the bound, costs the next reader of such a block one attempt, after which
/// it reports it again. Bound: [#MAX]. Every method is O(1) for each block. One writer.
public final class Suspects {
    /// The most that are kept.
    public static final int MAX = 4_096;

    private final Set<BlockKey> keys = new LinkedHashSet<>();

    /// Adds those that are not there.
    ///
    /// @return how many of the oldest had to make place
    public int add(Collection<BlockKey> more) {
        keys.addAll(more);
        int dropped = 0;
        for (; keys.size() > MAX; dropped++) {
            poll();
        }
        return dropped;
    }

    /// Takes the oldest; null when there is none.
    public @Nullable BlockKey poll() {
        Iterator<BlockKey> oldest = keys.iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        BlockKey key = oldest.next();
        oldest.remove();
        return key;
    }

    /// All of them, oldest first.
    public List<BlockKey> all() {
        return List.copyOf(keys);
    }

    public void clear() {
        keys.clear();
    }

    public int size() {
        return keys.size();
    }
}
