package io.forebay.gateway.resp;

import io.forebay.core.block.BlockKey;
import io.forebay.core.extent.Extent;
import io.forebay.core.layout.Opaque;
import io.forebay.memory.ssd.format.SlotEntry;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.node.LocalDisk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Values on their way from SSD into the pool, each read once for all who wait for it and verified as it comes.
/// Gateway thread only; the SSD's threads hand over.
final class DiskReads {
    private static final long DEADLINE_NANOS = 10_000_000_000L;

    private final LocalDisk disk;
    private final Executor gateway;
    private final Map<BlockKey, List<Consumer<@Nullable Read>>> waiting = new HashMap<>();
    private final PoolRoom room;

    /// A record that was read and is what was written.
    ///
    /// @param value its receiver has one hold
    record Read(Label label, Value value) {}

    DiskReads(LocalDisk disk, PoolRoom room, Executor gateway) {
        this.disk = disk;
        this.room = room;
        this.gateway = gateway;
    }

    /// Reads a record.
    ///
    /// @param roomBytes of its layout
    /// @param then null: there is no room, or it could not be read
    void read(BlockKey block, long roomBytes, Consumer<@Nullable Read> then) {
        List<Consumer<@Nullable Read>> others = waiting.get(block);
        if (others != null) {
            others.add(then);
            return;
        }
        List<Consumer<@Nullable Read>> all = new ArrayList<>();
        all.add(then);
        waiting.put(block, all);
        fill(block, new Opaque(roomBytes), new ArrayList<>());
    }

    private void fill(BlockKey block, Opaque layout, List<Extent> slots) {
        room.take(layout.slotBytes(), extent -> {
            if (extent == null) {
                slots.forEach(room::give);
                gateway.execute(() -> tell(block, null));
                return;
            }
            slots.add(extent);
            if (slots.size() < layout.slotCount()) {
                fill(block, layout, slots);
            } else {
                start(block, slots);
            }
        });
    }

    private void start(BlockKey block, List<Extent> slots) {
        disk.read(block, slots.stream().map(room::slice).toList(), DEADLINE_NANOS, new ReadListener() {
            private boolean kept;

            @Override
            public void finished(ReadOutcome outcome) {
                gateway.execute(() -> {
                    Optional<Read> read = outcome instanceof ReadOutcome.Loaded loaded
                            ? DiskReads.this.read(slots, loaded.slots())
                            : Optional.empty();
                    kept = read.isPresent() && read.get().value().length() > 0;
                    tell(block, read.orElse(null));
                });
            }

            @Override
            public void over() {
                gateway.execute(() -> {
                    if (!kept) {
                        slots.forEach(room::give);
                    }
                });
            }
        });
    }

    private Optional<Read> read(List<Extent> slots, List<SlotEntry> entries) {
        long slotBytes = slots.getFirst().lengthBytes();
        return Label.decode(room.slice(slots.getLast()))
                .filter(label -> label.length() >= 0
                        && label.length()
                                <= slots.size() * slotBytes
                                        - Label.bytes(label.key().bytes().length))
                .map(label -> new Read(
                        label,
                        label.length() == 0
                                ? new Value(0, slotBytes, List.of(), List.of())
                                : new Value(
                                        label.length(),
                                        slotBytes,
                                        slots,
                                        entries.stream()
                                                .map(SlotEntry::checksum)
                                                .toList())));
    }

    private void tell(BlockKey block, @Nullable Read read) {
        List<Consumer<@Nullable Read>> all = waiting.remove(block);
        if (all == null) {
            return;
        }
        for (Consumer<@Nullable Read> each : all) {
            if (read != null) {
                read.value().hold();
            }
            each.accept(read);
        }
        if (read != null) {
            room.letGo(read.value());
        }
    }
}
