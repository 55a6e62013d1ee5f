package io.forebay.memory;

import io.forebay.core.extent.Extent;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Who may still write which extents. Nothing here decides about memory: an extent in quarantine stays allocated,
/// and whoever ends its quarantine frees it.
///
/// One thread, its owner's.
final class Quarantine {
    private record Entry(String holder, long keptBytes) {}

    private static final class Holding {
        private final LinkedHashSet<Extent> extents = new LinkedHashSet<>();
        private long keptBytes;
    }

    private final Map<Extent, Entry> entries = new HashMap<>();
    private final Map<String, Holding> holdings = new HashMap<>();
    private long keptBytes;

    /// Puts an extent under the name of whoever may still write it.
    ///
    /// @param bytes what the allocator keeps for the extent
    /// @return false if it was in quarantine already; then nothing changed
    boolean add(Extent extent, long bytes, String holder) {
        if (entries.putIfAbsent(extent, new Entry(holder, bytes)) != null) {
            return false;
        }
        Holding holding = holdings.computeIfAbsent(holder, name -> new Holding());
        holding.extents.add(extent);
        holding.keptBytes += bytes;
        keptBytes += bytes;
        return true;
    }

    boolean contains(Extent extent) {
        return entries.containsKey(extent);
    }

    long keptBytes() {
        return keptBytes;
    }

    long keptBytes(String holder) {
        Holding holding = holdings.get(holder);
        return holding == null ? 0 : holding.keptBytes;
    }

    /// The extents of a holder, oldest first.
    List<Extent> extents(String holder) {
        Holding holding = holdings.get(holder);
        return holding == null ? List.of() : List.copyOf(holding.extents);
    }

    /// Takes an extent out.
    ///
    /// @return false if it wasn't in
    boolean remove(Extent extent) {
        Entry entry = entries.remove(extent);
        if (entry == null) {
            return false;
        }
        keptBytes -= entry.keptBytes();
        holdings.computeIfPresent(entry.holder(), (name, holding) -> {
            holding.extents.remove(extent);
            holding.keptBytes -= entry.keptBytes();
            return holding.extents.isEmpty() ? null : holding;
        });
        return true;
    }
}
