package io.forebay.gateway.resp;

import io.forebay.core.answer.Invariant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Keys and their values: in memory, on SSD, or both. Gateway thread only; the one writer of all of it.
///
/// ```
/// set ─▶ in memory, dirty ──written──▶ in memory and on SSD ──room──▶ on SSD ──get──▶ in memory and on SSD
///            └──room, not written yet──▶ gone                            └──the SSD gives it up──▶ gone
/// ```
/// What is set again, deleted or has ended is dropped from SSD, too; what the SSD has given up is noticed when it is
/// looked for.
final class Store {
    /// Values in use that are passed over, looking for one to evict.
    private static final int LOOKS = 1_024;

    private final PoolRoom room;
    private final DiskValues disk;
    private final LongSupplier wallMillis;
    private final int maxKeys;
    private final RespSettings.Policy policy;
    private final RespCounters counters;
    private final Map<Key, Entry> entries = new HashMap<>();
    private final TreeMap<Long, Entry> byNumber = new TreeMap<>();
    private final UseOrder inMemory = new UseOrder();
    private long numbers;
    private long versions;

    /// @param wallMillis the wall clock, for ends of values
    Store(PoolRoom room, DiskValues disk, LongSupplier wallMillis, RespSettings settings, RespCounters counters) {
        this.room = room;
        this.disk = disk;
        this.wallMillis = wallMillis;
        this.maxKeys = settings.bounds().keys();
        this.policy = settings.policy();
        this.counters = counters;
        this.versions = disk.newestVersion();
        room.onNoRoom(this::evictOne);
    }

    PoolRoom room() {
        return room;
    }

    long nowMillis() {
        return wallMillis.getAsLong();
    }

    /// Keys that are known, those included that have not been read from SSD since the start.
    long size() {
        return (long) entries.size() + disk.unreadCount();
    }

    /// What is known of a key, unless its value has ended or is nowhere any more. Counts as no use.
    @Nullable
    Entry find(Key key) {
        Entry entry = entries.get(key);
        if (entry == null) {
            entry = disk.unread(key).map(found -> enter(key, found)).orElse(null);
        }
        if (entry == null) {
            return null;
        }
        if (!isThere(entry)) {
            remove(entry);
            return null;
        }
        return entry;
    }

    /// Whether the entry's value is somewhere, and has not ended.
    boolean isThere(Entry entry) {
        return (entry.value != null || disk.has(entry)) && !entry.hasEnded(nowMillis());
    }

    private Entry enter(Key key, DiskValues.Found found) {
        Entry entry = new Entry(key, ++numbers);
        entry.version = found.version();
        entry.block = found.block();
        entry.roomBytes = found.roomBytes();
        entry.length = DiskValues.UNKNOWN_LENGTH;
        entries.put(key, entry);
        byNumber.put(entry.number, entry);
        return entry;
    }

    /// A key that was there at the start is known from now on.
    void learn(Label label) {
        if (entries.containsKey(label.key())) {
            return;
        }
        disk.unread(label.key()).ifPresent(found -> {
            Entry entry = enter(label.key(), found);
            if (found.version() == label.version()) {
                entry.length = label.length();
                entry.endsAtMillis = label.endsAtMillis();
            }
        });
    }

    /// Bytes of the label that is kept with a value on SSD, for a key of so many bytes; 0 without one.
    int labelBytes(int keyBytes) {
        return disk.isThere() ? Label.bytes(keyBytes) : 0;
    }

    /// The value of an entry, held once for the caller, from memory or SSD.
    ///
    /// @param then hears it, within this call exactly where it is in memory; null: it is gone
    void value(Entry entry, Consumer<@Nullable Value> then) {
        Value value = entry.value;
        if (value != null) {
            inMemory.use(entry);
            then.accept(value.hold());
            return;
        }
        long version = entry.version;
        disk.load(entry, loaded -> then.accept(loaded == null ? lost(entry, version) : admit(entry, loaded)));
    }

    private @Nullable Value lost(Entry entry, long version) {
        if (entries.get(entry.key) == entry && entry.version == version && entry.value == null && !disk.has(entry)) {
            remove(entry);
        }
        return null;
    }

    /// What was read is shared where it still counts, and passes where it does not.
    private @Nullable Value admit(Entry entry, DiskValues.Loaded loaded) {
        Value value = loaded.value();
        boolean counts = entries.get(entry.key) == entry && entry.version == loaded.version();
        if (!counts || entry.value != null) {
            return value;
        }
        entry.length = value.length();
        entry.endsAtMillis = entry.endsAtMillis == Entry.NO_END ? loaded.endsAtMillis() : entry.endsAtMillis;
        if (entry.hasEnded(nowMillis())) {
            room.letGo(value);
            remove(entry);
            return null;
        }
        entry.value = value;
        inMemory.add(entry);
        return value.hold();
    }

    /// Gives a key a value that has come; the value it had is replaced, or stays, as the policy says.
    ///
    /// @param endsAtMillis or [Entry#NO_END]
    void set(Key key, Incoming incoming, long endsAtMillis) {
        Entry before = find(key);
        if (before != null && !policy.replaces()) {
            incoming.drop();
            return;
        }
        if (before != null) {
            leave(before);
        }
        long version = ++versions;
        byte[] label = disk.isThere() ? new Label(key, version, incoming.length(), endsAtMillis).encode() : new byte[0];
        Value value = incoming.seal(label);
        Entry entry = before == null ? create(key) : before;
        entry.version = version;
        entry.value = value;
        entry.length = value.length();
        entry.roomBytes = value.slotBytes() * Math.max(1, value.slots().size());
        entry.endsAtMillis = endsAtMillis;
        inMemory.add(entry);
        disk.write(entry);
    }

    private Entry create(Key key) {
        if (entries.size() >= maxKeys) {
            Entry oldest = inMemory.oldest();
            remove(oldest == null ? byNumber.firstEntry().getValue() : oldest);
            counters.evictions.increment();
        }
        Entry entry = new Entry(key, ++numbers);
        entries.put(key, entry);
        byNumber.put(entry.number, entry);
        return entry;
    }

    /// The entry's value goes from everywhere.
    private void leave(Entry entry) {
        disk.drop(entry);
        forget(entry);
    }

    /// The entry's value goes from memory.
    private void forget(Entry entry) {
        Value value = entry.value;
        if (value != null) {
            inMemory.remove(entry);
            entry.value = null;
            room.letGo(value);
        }
    }

    private void remove(Entry entry) {
        leave(entry);
        entries.remove(entry.key);
        byNumber.remove(entry.number);
    }

    /// Forgets a key and its value.
    ///
    /// @return whether there was one
    boolean remove(Key key) {
        Entry entry = find(key);
        if (entry != null) {
            remove(entry);
        }
        return entry != null;
    }

    /// Another end for a value. On SSD it keeps the one that it was written with.
    void end(Entry entry, long endsAtMillis) {
        entry.endsAtMillis = endsAtMillis;
    }

    /// Forgets everything.
    void clear() {
        for (Entry entry : entries.values()) {
            leave(entry);
        }
        entries.clear();
        byNumber.clear();
        disk.dropUnread();
        Invariant.check(inMemory.oldest() == null, "nothing is in memory that no key has");
    }

    /// Keys in the order in which they came, beginning behind a number.
    NavigableMap<Long, Entry> after(long number) {
        return byNumber.tailMap(number, false);
    }

    /// Lets the value go from memory that was used least recently, of those that nobody holds.
    private boolean evictOne() {
        if (!policy.evicts()) {
            return false;
        }
        Entry entry = inMemory.oldest();
        for (int looks = 0; entry != null && looks < LOOKS; looks++, entry = entry.newer) {
            Value value = entry.value;
            if (value != null && value.isAtRest() && value.length() > 0) {
                counters.evictions.increment();
                if (disk.has(entry)) {
                    forget(entry);
                } else {
                    counters.evictedUnwritten.add(disk.isThere() ? 1 : 0);
                    remove(entry);
                }
                return true;
            }
        }
        return false;
    }

    /// Takes out what has ended, a part of all keys at a time; to be called now and then.
    ///
    /// @param number where the last call ended
    /// @return where to go on; 0 from the start
    long sweep(long number, int keys) {
        int seen = 0;
        for (Map.Entry<Long, Entry> at = byNumber.higherEntry(number); at != null; at = byNumber.higherEntry(number)) {
            Entry entry = at.getValue();
            number = at.getKey();
            if (!isThere(entry)) {
                remove(entry);
            }
            if (++seen == keys) {
                return number;
            }
        }
        return 0;
    }

    /// Gives all memory back; what is on SSD stays there.
    void close() {
        entries.values().forEach(this::forget);
        room.close();
    }
}
