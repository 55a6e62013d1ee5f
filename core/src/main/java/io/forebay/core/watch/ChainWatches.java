package io.forebay.core.watch;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Who waits until every block of a chain is there, wherever.
///
/// Each is found under the first block that it lacks, so a block that arrives is one look-up, and wakes only
/// those who wait for this very one. Who is woken goes on to the next block that it lacks; over its whole wait
/// that is one step for each block of the chain. Blocks may go again, too: with the last one the chain is
/// looked at once more from its front, and a watch ends only when all of it is there at that moment.
///
/// Bounded in watches and in their hashes together. Not safe for several threads; one writer.
///
/// @param <W> who waits, by identity or equality; one watch each
public final class ChainWatches<W> {
    private static final class Watch<W> {
        final W who;
        final Namespace namespace;
        final List<BlockHash> chain;
        int missing;

        Watch(W who, Namespace namespace, List<BlockHash> chain) {
            this.who = who;
            this.namespace = namespace;
            this.chain = chain;
        }

        BlockKey key(int index) {
            return new BlockKey(namespace, chain.get(index));
        }

        /// True if all is there; otherwise at the first block that is not.
        boolean advance(Predicate<BlockKey> there) {
            int from = missing;
            missing = firstMissing(from, there);
            if (missing == chain.size() && from > 0) {
                missing = firstMissing(0, there);
            }
            return missing == chain.size();
        }

        private int firstMissing(int from, Predicate<BlockKey> there) {
            int index = from;
            while (index < chain.size() && there.test(key(index))) {
                index++;
            }
            return index;
        }
    }

    private final int maxWatches;
    private final int maxHashes;
    private final Map<W, Watch<W>> all = new LinkedHashMap<>();
    private final Map<BlockKey, Set<Watch<W>>> byMissing = new HashMap<>();
    private int hashes;

    /// @param maxWatches at least 1
    /// @param maxHashes of all chains together
    public ChainWatches(int maxWatches, int maxHashes) {
        Invariant.check(maxWatches >= 1, "there is room for at least 1 watch");
        this.maxWatches = maxWatches;
        this.maxHashes = maxHashes;
    }

    /// Waits for a chain of which something is missing now.
    ///
    /// @return false if that would be beyond the bounds: nobody waits
    public boolean add(W who, Namespace namespace, List<BlockHash> chain, Predicate<BlockKey> there) {
        if (all.size() >= maxWatches || hashes + chain.size() > maxHashes) {
            return false;
        }
        Watch<W> watch = new Watch<>(who, namespace, chain);
        Invariant.check(!watch.advance(there), "who waits lacks something");
        Invariant.check(all.put(who, watch) == null, "each waits once");
        hashes += chain.size();
        index(watch);
        return true;
    }

    private void index(Watch<W> watch) {
        byMissing
                .computeIfAbsent(watch.key(watch.missing), key -> new LinkedHashSet<>())
                .add(watch);
    }

    /// The block is there now, as `there` says as well. Those who have all by that, in the order in which they
    /// came; they wait no longer.
    public List<W> arrived(BlockKey key, Predicate<BlockKey> there) {
        Set<Watch<W>> woken = byMissing.remove(key);
        return woken == null ? List.of() : woken(woken, there);
    }

    /// Any number of blocks may have come. Like [#arrived], but O(watches).
    public List<W> anythingArrived(Predicate<BlockKey> there) {
        byMissing.clear();
        return woken(List.copyOf(all.values()), there);
    }

    private List<W> woken(Collection<Watch<W>> woken, Predicate<BlockKey> there) {
        List<W> complete = new ArrayList<>();
        for (Watch<W> watch : woken) {
            if (watch.advance(there)) {
                forget(watch);
                complete.add(watch.who);
            } else {
                index(watch);
            }
        }
        return complete;
    }

    private void forget(Watch<W> watch) {
        all.remove(watch.who);
        hashes -= watch.chain.size();
    }

    /// Waits no longer; no change if it does not.
    public void remove(W who) {
        Watch<W> watch = all.get(who);
        if (watch != null) {
            forget(watch);
            byMissing.computeIfPresent(watch.key(watch.missing), (key, watches) -> {
                watches.remove(watch);
                return watches.isEmpty() ? null : watches;
            });
        }
    }

    /// Those who wait, in the order in which they came.
    public List<W> waiting() {
        return List.copyOf(all.keySet());
    }

    public int count() {
        return all.size();
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }
}
