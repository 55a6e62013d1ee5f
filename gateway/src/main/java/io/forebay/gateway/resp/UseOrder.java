package io.forebay.gateway.resp;

import org.jspecify.annotations.Nullable;

/// Entries in the order of their last use, linked through themselves. Gateway thread only.
final class UseOrder {
    private @Nullable Entry oldest;
    private @Nullable Entry newest;

    /// The one that was used least recently.
    @Nullable
    Entry oldest() {
        return oldest;
    }

    /// An entry that is not in it becomes the newest.
    void add(Entry entry) {
        entry.older = newest;
        entry.newer = null;
        if (newest == null) {
            oldest = entry;
        } else {
            newest.newer = entry;
        }
        newest = entry;
    }

    /// Takes an entry out that is in it.
    void remove(Entry entry) {
        if (entry.older == null) {
            oldest = entry.newer;
        } else {
            entry.older.newer = entry.newer;
        }
        if (entry.newer == null) {
            newest = entry.older;
        } else {
            entry.newer.older = entry.older;
        }
        entry.older = null;
        entry.newer = null;
    }

    /// It was used now.
    void use(Entry entry) {
        if (newest != entry) {
            remove(entry);
            add(entry);
        }
    }
}
