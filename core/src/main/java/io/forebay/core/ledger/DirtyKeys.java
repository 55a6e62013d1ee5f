package io.forebay.core.ledger;

import io.forebay.core.block.BlockKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The keys of which the master is yet to be told, in four queues, each in the order in which its keys came. All
/// but [#takeGone] and the like are O(1).
final class DirtyKeys {
    private final Set<LedgerEntry> gone = new LinkedHashSet<>();
    private final Set<LedgerEntry> fresh = new LinkedHashSet<>();
    private final Set<LedgerEntry> proposed = new LinkedHashSet<>();
    private final Set<LedgerEntry> inventory = new LinkedHashSet<>();

    private Set<LedgerEntry> queue(LedgerEntry entry) {
        if (entry.wanted) {
            return entry.backfill ? inventory : fresh;
        }
        return entry.gone ? gone : proposed;
    }

    void add(LedgerEntry entry) {
        queue(entry).add(entry);
    }

    /// To be called before what the entry says changes.
    void remove(LedgerEntry entry) {
        queue(entry).remove(entry);
    }

    void clear() {
        gone.clear();
        fresh.clear();
        proposed.clear();
        inventory.clear();
    }

    List<BlockKey> takeGone(int atMost) {
        return take(gone, atMost);
    }

    List<BlockKey> takeFresh(int atMost) {
        return take(fresh, atMost);
    }

    List<BlockKey> takeProposed(int atMost) {
        return take(proposed, atMost);
    }

    List<BlockKey> takeInventory(int atMost) {
        return take(inventory, atMost);
    }

    private static List<BlockKey> take(Set<LedgerEntry> queue, int atMost) {
        List<BlockKey> taken = new ArrayList<>(Math.min(queue.size(), atMost));
        Iterator<LedgerEntry> oldest = queue.iterator();
        while (taken.size() < atMost && oldest.hasNext()) {
            LedgerEntry entry = oldest.next();
            oldest.remove();
            entry.told = entry.wanted;
            entry.inFlight = true;
            taken.add(entry.key);
        }
        return taken;
    }

    int count() {
        return gone.size() + fresh.size() + proposed.size() + inventory.size();
    }

    boolean hasGone() {
        return !gone.isEmpty();
    }

    boolean hasInventory() {
        return !inventory.isEmpty();
    }

    boolean hasFresh() {
        return !fresh.isEmpty();
    }
}
