package io.forebay.gateway.resp;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.Opaque;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import io.forebay.node.LocalDisk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The values' part of the node's SSD. A value is a block in the namespace `resp`, named by a digest of its key and its
/// version: so a start knows all keys' digests without reading a record, finds any key that is asked for, and learns
/// the keys themselves one by one ([#readNext]). Gateway thread only; the SSD's threads hand over.
final class DiskValues {
    /// Of a value that has not been read since the start.
    static final long UNKNOWN_LENGTH = -1;

    private static final String MODEL = "resp";
    private static final int DIGEST_BYTES = 24;
    private static final int MOST_WRITES = 16;
    private static final long PAGE_BYTES = 4 << 10;

    private final LocalDisk disk;
    private final PoolRoom room;
    private final Executor gateway;
    private final DiskReads reads;
    private final RespCounters counters;
    private final Map<ByteBuffer, Found> unread = new LinkedHashMap<>();
    private final ArrayDeque<Entry> dirty = new ArrayDeque<>();
    private final Set<Entry> refused = new HashSet<>();
    private int writing;
    private boolean probing;

    /// A value that was there at the start and has not been read.
    record Found(BlockKey block, long version, long roomBytes) {}

    /// A value that was read; its receiver has one hold.
    record Loaded(Value value, long version, long endsAtMillis) {}

    /// @param gateway runs a task on the gateway's thread
    DiskValues(LocalDisk disk, PoolRoom room, Executor gateway, RespCounters counters) {
        this.disk = disk;
        this.room = room;
        this.gateway = gateway;
        this.reads = new DiskReads(disk, room, gateway);
        this.counters = counters;
        disk.found().forEach(this::find);
    }

    boolean isThere() {
        return disk.isThere();
    }

    /// Of several versions the newest counts; the others' tombstones were lost.
    private void find(BlockKey block) {
        byte[] name = block.hash().bytes();
        if (name.length != DIGEST_BYTES + Long.BYTES || !(disk.layout(block).orElse(null) instanceof Opaque layout)) {
            return;
        }
        ByteBuffer digest = ByteBuffer.wrap(name, 0, DIGEST_BYTES).slice();
        Found found = new Found(block, ByteBuffer.wrap(name).getLong(DIGEST_BYTES), layout.maxBytes());
        Found before = unread.get(digest);
        if (before == null || before.version < found.version) {
            unread.put(digest, found);
        }
        if (before != null) {
            disk.drop(before.version < found.version ? before.block : found.block);
        }
    }

    /// The highest version that was found; 0 for none.
    long newestVersion() {
        return unread.values().stream().mapToLong(Found::version).max().orElse(0);
    }

    int unreadCount() {
        return unread.size();
    }

    /// What was found of a key at the start, once.
    Optional<Found> unread(Key key) {
        return unread.isEmpty() ? Optional.empty() : Optional.ofNullable(unread.remove(digest(key)));
    }

    /// Drops all that was found and not read.
    void dropUnread() {
        unread.values().forEach(found -> disk.drop(found.block));
        unread.clear();
    }

    private static ByteBuffer digest(Key key) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(key.bytes());
            return ByteBuffer.wrap(Arrays.copyOf(whole, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static BlockKey name(Key key, long version, Opaque layout) {
        ByteBuffer name = ByteBuffer.allocate(DIGEST_BYTES + Long.BYTES);
        name.put(digest(key)).putLong(version);
        return new BlockKey(new Namespace(MODEL, "", layout.fingerprint()), BlockHash.of(name.array()));
    }

    /// Whether a whole record of the entry's value is there.
    boolean has(Entry entry) {
        return entry.block != null && disk.has(entry.block);
    }

    /// Forgets the entry's value.
    void drop(Entry entry) {
        if (entry.block != null) {
            disk.drop(entry.block);
            entry.block = null;
        }
    }

    /// Writes the entry's value soon; of one that is set again and again, the one that counts then.
    void write(Entry entry) {
        if (!disk.isThere()) {
            return;
        }
        entry.block = name(entry.key, entry.version, new Opaque(entry.roomBytes));
        if (!entry.dirty) {
            entry.dirty = true;
            dirty.add(entry);
        }
        pump();
    }

    private void pump() {
        while (writing < MOST_WRITES && !dirty.isEmpty()) {
            Entry entry = dirty.remove();
            entry.dirty = false;
            BlockKey block = entry.block;
            if (entry.value != null && block != null) {
                writing++;
                start(entry, block, entry.value.hold());
            }
        }
    }

    private void start(Entry entry, BlockKey block, Value value) {
        long version = entry.version;
        SsdWrite write = new SsdWrite(block, new Opaque(entry.roomBytes), slots(entry, value));
        disk.write(write, new WriteListener() {
            private volatile boolean again;

            @Override
            public void finished(WriteOutcome outcome) {
                again = outcome instanceof WriteOutcome.Refused refusal && mayHelp(refusal.cause());
                if (outcome instanceof WriteOutcome.Stored) {
                    counters.writes.increment();
                }
            }

            @Override
            public void over() {
                gateway.execute(() -> {
                    writing--;
                    room.letGo(value);
                    if (again && entry.version == version) {
                        refused.add(entry);
                    }
                    pump();
                });
            }
        });
    }

    private List<SsdSlot> slots(Entry entry, Value value) {
        if (value.slots().isEmpty()) {
            MemorySegment slot = Arena.ofAuto().allocate(entry.roomBytes, PAGE_BYTES);
            byte[] label = new Label(entry.key, entry.version, 0, entry.endsAtMillis).encode();
            slot.asSlice(slot.byteSize() - label.length).copyFrom(MemorySegment.ofArray(label));
            return List.of(new SsdSlot(slot, io.forebay.memory.Checksum.of(slot), 0));
        }
        List<SsdSlot> slots = new ArrayList<>();
        for (int i = 0; i < value.slots().size(); i++) {
            slots.add(new SsdSlot(
                    room.slice(value.slots().get(i)), value.checksums().get(i), 0));
        }
        return slots;
    }

    /// Whether the same write may end better later.
    private static boolean mayHelp(WriteRefusal cause) {
        return switch (cause) {
            case QUEUE_FULL, NO_ROOM, DEVICE_FAILING, TIMED_OUT -> true;
            case PRESENT, IN_FLIGHT, TOO_LARGE, IO_ERROR, DROPPED, CLOSED -> false;
        };
    }

    /// Tries again what was refused; to be called each second or so.
    void retry() {
        Iterator<Entry> all = refused.iterator();
        while (all.hasNext()) {
            Entry entry = all.next();
            all.remove();
            if (!entry.dirty && entry.value != null && entry.block != null) {
                entry.dirty = true;
                dirty.add(entry);
            }
        }
        pump();
    }

    /// Whether nothing waits to be written.
    boolean isClean() {
        return writing == 0 && dirty.isEmpty();
    }

    /// Reads an entry's value; who asks for the same one meanwhile shares it.
    ///
    /// @param then never within this call; null: it could not be had
    void load(Entry entry, Consumer<@Nullable Loaded> then) {
        BlockKey block = entry.block;
        if (block == null) {
            gateway.execute(() -> then.accept(null));
            return;
        }
        counters.loads.increment();
        long version = entry.version;
        reads.read(block, entry.roomBytes, read -> {
            if (read == null) {
                then.accept(null);
            } else if (read.label().version() == version && read.label().key().equals(entry.key)) {
                then.accept(new Loaded(read.value(), version, read.label().endsAtMillis()));
            } else {
                room.letGo(read.value());
                disk.drop(block);
                then.accept(null);
            }
        });
    }

    /// Learns the key of one value that was there at the start, unless that is being done already.
    ///
    /// @param then hears it and its length
    void readNext(Consumer<Label> then) {
        if (probing || unread.isEmpty()) {
            return;
        }
        probing = true;
        Map.Entry<ByteBuffer, Found> next = unread.entrySet().iterator().next();
        ByteBuffer digest = next.getKey();
        Found found = next.getValue();
        reads.read(found.block, found.roomBytes, read -> {
            probing = false;
            if (read != null) {
                room.letGo(read.value());
                then.accept(read.label());
            } else if (unread.remove(digest, found) && disk.has(found.block)) {
                unread.put(digest, found); // the others first
            }
        });
    }
}
