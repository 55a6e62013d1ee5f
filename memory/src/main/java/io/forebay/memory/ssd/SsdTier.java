package io.forebay.memory.ssd;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.device.Stripe;
import io.forebay.memory.ssd.device.StripeStart;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.SsdParts;
import io.forebay.memory.ssd.terms.SsdRecord;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Blocks on SSD: written once, found again after a restart, verified with each read.
///
/// Safe from any thread. No method but [#open] and [#close] waits for I/O: what takes time is told to a
/// listener, at its deadline at the latest. A block goes to one device; one that fails takes its records with
/// it and nothing else.
public final class SsdTier implements AutoCloseable {
    /// How long [#close] waits in all: less than a node has for its end.
    private static final long CLOSE_NANOS = 8_000_000_000L;

    private final StripeStart.Started started;
    private final Stripe stripe;
    private final SsdInventory inventory;

    private SsdTier(StripeStart.Started started) {
        this.started = started;
        this.stripe = started.stripe();
        this.inventory = new SsdInventory(stripe.records(), started.corrupt(), started.reports());
    }

    /// Locks the directories and finds out what they have.
    ///
    /// @throws io.forebay.memory.ssd.file.DirectoryTakenException when another process, or another node, has
    ///     one
    /// @throws IOException when no device works; as long as one does, the others are left out and reported
    public static SsdTier open(SsdSettings settings, List<DeviceSettings> devices, SsdParts parts) throws IOException {
        InvalidInput.unless(!devices.isEmpty(), "ssd.devices", "is empty; at least 1 is needed");
        return new SsdTier(StripeStart.open(settings, devices, parts));
    }

    /// What was there at the start.
    public SsdInventory inventory() {
        return inventory;
    }

    /// The record of a key, if there is one now.
    public Optional<SsdRecord> find(BlockKey key) {
        return stripe.find(key);
    }

    /// Counts as a use of the record of a key, if there is one now: of all that could go, it goes last.
    public void use(BlockKey key) {
        stripe.use(key);
    }

    /// Holds the record of a key, if there is one now.
    public Optional<SsdPin> pin(BlockKey key) {
        return stripe.pin(key).map(record -> new SsdPin(stripe, record));
    }

    /// Writes a block.
    public void write(SsdWrite request, WriteListener listener) {
        stripe.write(request, listener);
    }

    /// Reads a block that is pinned, and verifies it. The pin may be let go as soon as this returns.
    ///
    /// @param targets one for each slot, of its size; read into directly where they are aligned to 4 KiB
    /// @param nanos until the deadline
    public void read(SsdPin pin, List<MemorySegment> targets, long nanos, ReadListener listener) {
        checkTargets(pin.record().layout(), targets);
        stripe.read(pin.stored(), targets, nanos, listener);
    }

    /// Reads the block of a key, if there is one now, and verifies it; for who has no pin. `listener` hears
    /// [GONE][io.forebay.memory.ssd.terms.ReadRefusal#GONE] if there is none.
    ///
    /// @param targets and `nanos` as [above][#read(SsdPin, List, long, ReadListener)]
    public void read(BlockKey key, List<MemorySegment> targets, long nanos, ReadListener listener) {
        stripe.read(key, layout -> checkTargets(layout, targets), targets, nanos, listener);
    }

    private static void checkTargets(Layout layout, List<MemorySegment> targets) {
        InvalidInput.unless(
                targets.size() == layout.slotCount(),
                "targets",
                "has " + targets.size() + " slots; the layout gives " + layout.slotCount());
        for (MemorySegment target : targets) {
            InvalidInput.unless(
                    target.byteSize() == layout.slotBytes() && target.isNative() && !target.isReadOnly(),
                    "targets",
                    "has a slot that is not writable native memory of " + layout.slotBytes() + " bytes");
        }
    }

    /// Forgets a key. It is not found any more at once; after a restart, too, once its tombstone is on the
    /// device, for which [#sync] waits.
    ///
    /// @return false if there was none
    public boolean drop(BlockKey key) {
        return stripe.drop(key);
    }

    /// Makes everything that was stored or dropped up to now safe from a loss of power; those who ask at the
    /// same time share the work. What a device cannot make safe is gone, since the system does not say a second
    /// time what it has lost.
    ///
    /// @param then hears whether that succeeded; it may never hear if a device hangs
    public void sync(Consumer<Boolean> then) {
        stripe.sync(then);
    }

    /// Figures of each device, in the order of the inventory's working ones.
    public List<SsdGauges> gauges() {
        return stripe.gauges();
    }

    /// Writes refused before a device was chosen, by cause.
    public Map<WriteRefusal, Long> refused() {
        return stripe.refused();
    }

    /// True if what each device counts as used is what its live records add up to. Walks over all of them.
    public boolean isAccounted() {
        List<Long> audited = stripe.audited();
        List<Long> counted = gauges().stream().map(SsdGauges::usedBytes).toList();
        return audited.equals(counted);
    }

    /// Refuses everything from now on, waits for what is under way and finishes the files (8 s at most), so
    /// that the next start reads footers only. A device that hangs keeps its lock and its memory until the
    /// process ends.
    @Override
    public void close() {
        started.release(stripe.close(CLOSE_NANOS));
    }
}
