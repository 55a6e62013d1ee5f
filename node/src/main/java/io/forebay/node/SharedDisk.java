package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.core.layout.Opaque;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A node's SSD in two parts that know nothing of each other: blocks of engines, which the master hears of, and
/// foreign values ([Opaque]), which nobody does. Room, files and figures are common. Safe from any thread.
public final class SharedDisk {
    private final LocalDisk disk;
    private final Part engines = new Part(false);
    private final Part foreign = new Part(true);

    public SharedDisk(LocalDisk disk) {
        this.disk = disk;
        disk.ask(new Split());
    }

    /// The part of the engines; its figures are those of the whole.
    public LocalDisk engines() {
        return engines;
    }

    /// The part of foreign values; it has no figures.
    public LocalDisk foreign() {
        return foreign;
    }

    private static boolean isForeign(BlockKey key) {
        return Opaque.isFingerprint(key.namespace().fingerprint());
    }

    /// Asks each part about its own.
    private final class Split implements Retirement {
        @Override
        public void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
            List<BlockKey> theirs = keys.stream().filter(SharedDisk::isForeign).toList();
            if (theirs.isEmpty()) {
                engines.by.propose(keys, timeNanos, answer);
            } else if (theirs.size() == keys.size()) {
                foreign.by.propose(keys, timeNanos, answer);
            } else {
                foreign.by.propose(
                        theirs,
                        timeNanos,
                        first -> engines.by.propose(without(keys), timeNanos, second -> {
                            Map<BlockKey, Verdict> all = new HashMap<>(first);
                            all.putAll(second);
                            answer.accept(all);
                        }));
            }
        }

        private static List<BlockKey> without(List<BlockKey> keys) {
            return keys.stream().filter(key -> !isForeign(key)).toList();
        }

        @Override
        public void stay(List<BlockKey> keys) {
            each(keys, Retirement::stay);
        }

        @Override
        public void gone(List<BlockKey> keys, Departure departure) {
            each(keys, (by, some) -> by.gone(some, departure));
        }

        private void each(List<BlockKey> keys, Telling telling) {
            List<BlockKey> theirs = new ArrayList<>(keys);
            List<BlockKey> ours = without(keys);
            theirs.removeAll(ours);
            if (!ours.isEmpty()) {
                telling.tell(engines.by, ours);
            }
            if (!theirs.isEmpty()) {
                telling.tell(foreign.by, theirs);
            }
        }
    }

    @FunctionalInterface
    private interface Telling {
        void tell(Retirement by, List<BlockKey> keys);
    }

    private final class Part implements LocalDisk {
        private final boolean mine;
        private volatile Retirement by = Retirement.UNREGISTERED;

        Part(boolean mine) {
            this.mine = mine;
        }

        @Override
        public boolean isThere() {
            return disk.isThere();
        }

        @Override
        public List<BlockKey> found() {
            return disk.found().stream().filter(key -> isForeign(key) == mine).toList();
        }

        @Override
        public void ask(Retirement retirement) {
            by = retirement;
        }

        @Override
        public boolean has(BlockKey key) {
            return disk.has(key);
        }

        @Override
        public void use(BlockKey key) {
            disk.use(key);
        }

        @Override
        public Optional<Layout> layout(BlockKey key) {
            return disk.layout(key);
        }

        @Override
        public void write(SsdWrite block, WriteListener then) {
            disk.write(block, then);
        }

        @Override
        public void read(BlockKey key, List<MemorySegment> slots, long nanos, ReadListener then) {
            disk.read(key, slots, nanos, then);
        }

        @Override
        public boolean drop(BlockKey key) {
            return disk.drop(key);
        }

        @Override
        public void sync(Consumer<Boolean> then) {
            disk.sync(then);
        }

        @Override
        public List<SsdGauges> gauges() {
            return mine ? List.of() : disk.gauges();
        }
    }
}
