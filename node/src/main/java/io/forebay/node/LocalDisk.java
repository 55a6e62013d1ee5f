package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.ReadRefusal;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A node's own SSD, given by whoever runs the node. Safe from any thread; no call blocks on I/O.
public interface LocalDisk {
    /// A node without one.
    LocalDisk NONE = new LocalDisk() {
        @Override
        public boolean isThere() {
            return false;
        }

        @Override
        public List<BlockKey> found() {
            return List.of();
        }

        @Override
        public void ask(Retirement retirement) {}

        @Override
        public boolean has(BlockKey key) {
            return false;
        }

        @Override
        public void use(BlockKey key) {}

        @Override
        public Optional<Layout> layout(BlockKey key) {
            return Optional.empty();
        }

        @Override
        public void write(SsdWrite block, WriteListener then) {
            then.finished(new WriteOutcome.Refused(WriteRefusal.CLOSED));
            then.over();
        }

        @Override
        public void read(BlockKey key, List<MemorySegment> slots, long nanos, ReadListener then) {
            then.finished(new ReadOutcome.Refused(ReadRefusal.CLOSED));
            then.over();
        }

        @Override
        public boolean drop(BlockKey key) {
            return false;
        }

        @Override
        public void sync(Consumer<Boolean> then) {
            then.accept(false);
        }

        @Override
        public List<SsdGauges> gauges() {
            return List.of();
        }
    };

    /// False for a node without one: then nothing is ever written or looked for.
    boolean isThere();

    /// The blocks that were there when it was opened.
    List<BlockKey> found();

    /// Whom to ask before blocks go, and whom to tell of those that are gone. Until this is called, blocks go unasked.
    void ask(Retirement retirement);

    /// Whether a whole record of the block is there, as far as is known without looking at the device.
    boolean has(BlockKey key);

    /// Somebody wants the block, though not from here: of what is there it leaves last. Reading it says the same.
    void use(BlockKey key);

    /// The layout of a block that is there.
    Optional<Layout> layout(BlockKey key);

    /// Writes a block whose bytes stay as they are until the write is over.
    void write(SsdWrite block, WriteListener then);

    /// Reads a block and verifies it.
    ///
    /// @param slots where each slot goes, of the slots' lengths; nobody else's until the read is over
    /// @param nanos until its outcome is told at the latest
    void read(BlockKey key, List<MemorySegment> slots, long nanos, ReadListener then);

    /// Forgets a block: it is not found any more, and soon not after a restart either.
    ///
    /// @return false if there was none
    boolean drop(BlockKey key);

    /// Makes what was written safe from a loss of power.
    ///
    /// @param then hears whether all of it is; never, if a device hangs
    void sync(Consumer<Boolean> then);

    /// Figures of each device.
    List<SsdGauges> gauges();
}
