package io.forebay.fabric;

import io.forebay.core.peer.RegionDescriptor;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The regions that a fabric serves: an immutable snapshot by id, replaced at each registration, so that serving
/// threads look up without a lock, in O(1). A registration is O(regions): it copies the snapshot.
public final class RegionTable {
    private final Object writer = new Object();
    private volatile Map<Integer, LocalRegion> byId = Map.of();

    /// Makes a region known. Refuses an id or an address range that is taken, with an [IllegalArgumentException].
    public void add(LocalRegion region) {
        refuseUnless(region.segment().isNative(), region, "is not native memory");
        refuseUnless(region.segment().byteSize() > 0, region, "is empty");
        synchronized (writer) {
            refuseUnless(!byId.containsKey(region.id()), region, "is registered already");
            for (LocalRegion other : byId.values()) {
                refuseUnless(!overlap(region, other), region, "overlaps region " + other.id());
            }
            Map<Integer, LocalRegion> next = new TreeMap<>(byId);
            next.put(region.id(), region);
            byId = Map.copyOf(next);
        }
    }

    /// The region of this id; null when there is none.
    public @Nullable LocalRegion find(int id) {
        return byId.get(id);
    }

    /// All regions as peers hear of them, by id.
    List<RegionDescriptor> descriptors() {
        return byId.values().stream()
                .sorted(Comparator.comparingInt(LocalRegion::id))
                .map(region ->
                        new RegionDescriptor(region.id(), region.segment().byteSize(), region.mapKey()))
                .toList();
    }

    /// True if `[offset, offset + length)` is a non-empty range within `regionBytes`; safe for any numbers.
    static boolean contains(long regionBytes, long offsetBytes, long lengthBytes) {
        return offsetBytes >= 0
                && lengthBytes > 0
                && lengthBytes <= regionBytes
                && offsetBytes <= regionBytes - lengthBytes;
    }

    private static boolean overlap(LocalRegion one, LocalRegion other) {
        long start = one.segment().address();
        long otherStart = other.segment().address();
        return start < otherStart + other.segment().byteSize()
                && otherStart < start + one.segment().byteSize();
    }

    private static void refuseUnless(boolean holds, LocalRegion region, String message) {
        if (!holds) {
            throw new IllegalArgumentException("region " + region.id() + " " + message);
        }
    }
}
