package io.forebay.client;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.memory.Checksum;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a query found: the hit prefix, held in place by a lease that this owns, and one outcome for every block
/// asked for.
///
/// What is guaranteed: a true [#copy] has copied exactly the bytes that were sealed under the block's name,
/// whatever happened to the lease, the registration or the node. While the lease lives the blocks stay; once it
/// is gone (closed, expired, or the registration ended because the node went away) each may go at any moment,
/// and from then on `copy` answers false. A node that died takes nothing along: its pool stays mapped here
/// until this is closed.
///
/// Safe from any thread. [#close] gives the lease back; closing the client closes this too.
public final class Loaded implements AutoCloseable {
    private final List<Outcome> outcomes;
    private final @Nullable Held held;
    private final AtomicBoolean closed = new AtomicBoolean();

    /// What there is to hold when something was found.
    record Held(LiveRegistration live, LeaseId lease, List<StoredBlock> blocks) {}

    private Loaded(List<Outcome> outcomes, @Nullable Held held) {
        this.outcomes = List.copyOf(outcomes);
        this.held = held;
    }

    /// Nothing found, the same outcome for every block.
    static Loaded missed(int blocks, Outcome outcome) {
        return new Loaded(Collections.nCopies(blocks, outcome), null);
    }

    /// Nothing found, each block with its outcome.
    static Loaded missed(List<Outcome> outcomes) {
        return new Loaded(outcomes, null);
    }

    /// Found blocks. The caller has entered the registration's readers and holds the lease; both are this one's
    /// now.
    static Loaded of(List<Outcome> outcomes, Held held) {
        Loaded loaded = new Loaded(outcomes, held);
        held.live().opened(loaded);
        return loaded;
    }

    /// One for every block asked for, in order: first the hits, then the misses, each with its cause.
    public List<Outcome> outcomes() {
        return outcomes;
    }

    /// Length of the hit prefix.
    public int hits() {
        return held == null ? 0 : held.blocks().size();
    }

    /// Copies a slot, padding included, to the start of `destination`.
    ///
    /// @param block index into the hashes of the query
    /// @param slot number of the layout, of any rank
    /// @param destination at least `Layout.slotBytes` long
    /// @return false if the block was no hit or is no longer there: compute it; what `destination` then
    ///     contains means nothing
    public boolean copy(int block, int slot, MemorySegment destination) {
        requireBlock(block);
        return reading(block, slots -> {
            Extent extent = slot(slots, slot).extent();
            requireRoom(destination, extent);
            return live().pool().copyOut(extent, destination.asSlice(0, extent.lengthBytes()));
        });
    }

    /// The slot itself, read-only and without a copy. Whoever used it asks [#isCurrent] *afterwards*: only then
    /// do its bytes count. After [#close] an access to it may throw an [IllegalStateException].
    ///
    /// @throws IllegalStateException if this is closed
    public MemorySegment view(int block, int slot) {
        requireBlock(block);
        Held mine = held;
        InvalidInput.unless(block < hits() && mine != null, "block", "is " + block + ", which was no hit");
        if (mine == null || closed.get()) {
            throw new IllegalStateException("closed");
        }
        return mine.live()
                .pool()
                .slice(slot(mine.blocks().get(block).slots(), slot).extent())
                .asReadOnly();
    }

    /// True if every slot of the block still holds what was sealed: all that was read of it before counts.
    public boolean isCurrent(int block) {
        requireBlock(block);
        return reading(
                block, slots -> slots.stream().allMatch(slot -> live().pool().isCurrent(slot.extent())));
    }

    /// Compares a copy with the checksum that was taken when the slot was sealed. Needs no lease and works when
    /// closed.
    ///
    /// @param copy the slot's bytes in memory of the caller's: native or a byte array, at least
    ///     `Layout.slotBytes` long
    public boolean verify(int block, int slot, MemorySegment copy) {
        requireBlock(block);
        Held mine = held;
        if (mine == null || block >= hits()) {
            return false;
        }
        Slot sealed = slot(mine.blocks().get(block).slots(), slot);
        requireRoom(copy, sealed.extent());
        return Checksum.of(copy.asSlice(0, sealed.extent().lengthBytes())) == sealed.checksum();
    }

    /// Gives the lease back. Returns at once; calling it again does nothing.
    @Override
    public void close() {
        Held mine = held;
        if (mine != null && closed.compareAndSet(false, true)) {
            mine.live().closed(this);
            mine.live().leases().letGo(mine.lease());
            mine.live().leaveReading();
        }
    }

    /// Gives the lease its full time again; [LeaseOutcome#UNKNOWN] if there is none or it cannot be reached.
    LeaseOutcome renew(RenewCall call) {
        Held mine = held;
        if (mine == null || closed.get() || mine.live().isEnded()) {
            return LeaseOutcome.UNKNOWN;
        }
        return call.renew(mine.live(), mine.lease()).orElse(LeaseOutcome.UNKNOWN);
    }

    /// How a renewal is asked for; empty when there is no answer.
    interface RenewCall {
        Optional<LeaseOutcome> renew(LiveRegistration live, LeaseId lease);
    }

    /// Applies `read` to a hit block while its memory is sure to stay mapped; false if it is no hit or this is
    /// closed.
    private boolean reading(int block, Predicate<List<Slot>> read) {
        Held mine = held;
        if (mine == null || block >= hits() || closed.get() || !mine.live().enterReading()) {
            return false;
        }
        try {
            return read.test(mine.blocks().get(block).slots());
        } finally {
            mine.live().leaveReading();
        }
    }

    private LiveRegistration live() {
        if (held == null) {
            throw new IllegalStateException("nothing is held");
        }
        return held.live();
    }

    private void requireBlock(int block) {
        InvalidInput.unless(
                block >= 0 && block < outcomes.size(),
                "block",
                "is " + block + "; the query had " + outcomes.size() + " blocks");
    }

    private static Slot slot(List<Slot> slots, int slot) {
        InvalidInput.unless(
                slot >= 0 && slot < slots.size(), "slot", "is " + slot + "; the layout has " + slots.size() + " slots");
        return slots.get(slot);
    }

    private static void requireRoom(MemorySegment bytes, Extent extent) {
        InvalidInput.unless(
                bytes.byteSize() >= extent.lengthBytes(),
                "destination",
                "has " + bytes.byteSize() + " bytes; a slot has " + extent.lengthBytes());
    }
}
