package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.SsdRecord;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A disk whose looks are counted, whose reads can be changed, whose writes too, or refused, and whose syncs can be
/// held back.
final class WatchedDisk implements LocalDisk {
    /// What becomes of what a read says.
    UnaryOperator<ReadOutcome> reads = UnaryOperator.identity();

    /// Reads that were asked for.
    int readCount;

    private final LocalDisk real;
    final ArrayDeque<Runnable> held = new ArrayDeque<>();
    /// That have left, as far as anybody can see, until they are written again.
    final Set<BlockKey> lost = new HashSet<>();

    final List<BlockKey> used = new ArrayList<>();
    boolean holdsSyncs;
    int refuses;
    long looks;

    /// What becomes of a block on its way to the device.
    UnaryOperator<SsdWrite> writes = UnaryOperator.identity();

    WatchedDisk(LocalDisk real) {
        this.real = real;
    }

    @Override
    public boolean isThere() {
        return real.isThere();
    }

    @Override
    public List<BlockKey> found() {
        return real.found();
    }

    @Override
    public void ask(Retirement retirement) {
        real.ask(retirement);
    }

    @Override
    public boolean has(BlockKey key) {
        looks++;
        return !lost.contains(key) && real.has(key);
    }

    @Override
    public void use(BlockKey key) {
        used.add(key);
        real.use(key);
    }

    @Override
    public Optional<Layout> layout(BlockKey key) {
        return real.layout(key);
    }

    @Override
    public void write(SsdWrite block, WriteListener then) {
        if (refuses > 0) {
            refuses--;
            then.finished(new WriteOutcome.Refused(WriteRefusal.QUEUE_FULL));
            then.over();
        } else if (lost.remove(block.key())) {
            then.finished(new WriteOutcome.Stored(new SsdRecord(block.key(), block.layout(), 1, 1)));
            then.over();
        } else {
            real.write(writes.apply(block), then);
        }
    }

    @Override
    public void read(BlockKey key, List<MemorySegment> slots, long nanos, ReadListener then) {
        readCount++;
        real.read(key, slots, nanos, new ReadListener() {
            @Override
            public void finished(ReadOutcome outcome) {
                then.finished(reads.apply(outcome));
            }

            @Override
            public void over() {
                then.over();
            }
        });
    }

    @Override
    public boolean drop(BlockKey key) {
        return real.drop(key);
    }

    @Override
    public void sync(Consumer<Boolean> then) {
        if (holdsSyncs) {
            held.add(() -> then.accept(true));
        } else {
            real.sync(then);
        }
    }

    @Override
    public List<SsdGauges> gauges() {
        return real.gauges();
    }
}
