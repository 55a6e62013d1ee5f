package io.forebay.core.handoff;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.instance.InstanceId;
import java.util.LinkedHashMap;
import java.util.Map;

/// What each instance saved last, in order: answers what it saved since a marker.
///
/// A marker is the position of the last note of the node. Positions start at a random number, so that the marker of
/// another incarnation lies outside of what this one has counted (but for a chance of 2^-30), and is known as unknown.
/// Soft state with bounds: beyond [Limits#MAX_KEYS] keys of one instance, or `maxKeys` of all, the oldest note goes, of
/// the instance that was silent longest; a marker from before it is unknown from then on.
///
/// [#note] is O(1), [#since] O(keys that it answers). Not safe for several threads; one writer.
public final class SavedKeys {
    private record Noted(long position, boolean refused) {}

    private static final class Log {
        final LinkedHashMap<BlockKey, Noted> oldestFirst = new LinkedHashMap<>();
        /// The first marker since which nothing is missing here.
        long knownFrom;

        Log(long knownFrom) {
            this.knownFrom = knownFrom;
        }

        void dropOldest() {
            knownFrom = oldestFirst.pollFirstEntry().getValue().position;
        }
    }

    private final int maxKeys;
    private final LinkedHashMap<InstanceId, Log> silentFirst = new LinkedHashMap<>();
    private long position;
    private int remembered;

    /// @param origin where positions start: random, and different in each incarnation of the node; 0 to 2^62
    /// @param maxKeys keys that are remembered of all instances, at least 1
    public SavedKeys(long origin, int maxKeys) {
        Invariant.check(origin >= 0 && origin <= 1L << 62, "positions start at 0 to 2^62");
        Invariant.check(maxKeys >= 1, "at least 1 key is remembered");
        this.position = origin;
        this.maxKeys = maxKeys;
    }

    /// The instance has this key in hand, or got no room for it.
    public void note(InstanceId instance, BlockKey key, boolean refused) {
        Log log = log(instance);
        silentFirst.putLast(instance, log);
        position++;
        if (log.oldestFirst.putLast(key, new Noted(position, refused)) == null) {
            remembered++;
        }
        if (log.oldestFirst.size() > Limits.MAX_KEYS) {
            log.dropOldest();
            remembered--;
        }
        while (remembered > maxKeys) {
            dropOfSilent();
        }
    }

    private void dropOfSilent() {
        for (Log log : silentFirst.values()) {
            if (!log.oldestFirst.isEmpty()) {
                log.dropOldest();
                remembered--;
                return;
            }
        }
    }

    private Log log(InstanceId instance) {
        return silentFirst.computeIfAbsent(instance, each -> new Log(position));
    }

    /// What the instance saves from now on is since this marker.
    public long marker(InstanceId instance) {
        log(instance);
        return position;
    }

    /// The keys noted since the marker, oldest first. With an unknown marker everything that is remembered, which is
    /// then only a part, and says so.
    public ScopedKeys since(InstanceId instance, long marker) {
        Log log = silentFirst.get(instance);
        if (log == null) {
            return ScopedKeys.noted(Map.of(), true);
        }
        boolean known = marker >= log.knownFrom && marker <= position;
        LinkedHashMap<BlockKey, Boolean> found = new LinkedHashMap<>();
        for (Map.Entry<BlockKey, Noted> noted : log.oldestFirst.reversed().entrySet()) {
            if (known && noted.getValue().position <= marker) {
                break;
            }
            found.putFirst(noted.getKey(), noted.getValue().refused);
        }
        return ScopedKeys.noted(found, !known);
    }

    /// The instance has ended: its markers are unknown from now on, unless it saved nothing since.
    public void forget(InstanceId instance) {
        Log log = silentFirst.remove(instance);
        remembered -= log == null ? 0 : log.oldestFirst.size();
    }
}
