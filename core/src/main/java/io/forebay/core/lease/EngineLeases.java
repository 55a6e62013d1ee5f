package io.forebay.core.lease;

import io.forebay.core.answer.Invariant;
import io.forebay.core.instance.InstanceId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A node's promises to its engines: the blocks of a lease stay in place until every rank has released it, its
/// instance ends, or its time is over.
///
/// ```
///             grant          release (not the last use), renew
///   (none) ──────────▶ held ──────────────────────────────────▶ held
///                        │ release (last use), expire, end
///                        ▼
///                      (none): its blocks are given back, once
/// ```
///
/// A lease whose time is over holds its blocks until [#expire] says so: until then nobody was told that they are
/// free, and it can be renewed. Several leases may hold one block; each gives it back on its own.
///
/// All leases last equally long, so the order of granting and renewing is that of their deadlines. [#grant],
/// [#release] and [#renew] are O(1), [#expire] is O(leases that end). Not safe for several threads; one writer.
///
/// @param <B> what a lease holds
public final class EngineLeases<B> {
    private static final class Lease<B> {
        final InstanceId owner;
        final List<B> blocks;
        int uses;
        long deadlineNanos;

        Lease(InstanceId owner, int uses, List<B> blocks, long deadlineNanos) {
            this.owner = owner;
            this.uses = uses;
            this.blocks = blocks;
            this.deadlineNanos = deadlineNanos;
        }
    }

    private final long leaseNanos;
    private final LinkedHashMap<LeaseId, Lease<B>> byDeadline = new LinkedHashMap<>();

    /// @param leaseNanos how long a lease lasts after it was granted or renewed
    public EngineLeases(long leaseNanos) {
        Invariant.check(leaseNanos > 0, "a lease lasts");
        this.leaseNanos = leaseNanos;
    }

    /// Holds `blocks` for `owner`.
    ///
    /// @param lease a name never granted before
    /// @param uses releases that give the blocks back, one for each rank; at least 1
    /// @param blocks kept as it is when it is a list of [List#copyOf], however long; copied otherwise
    /// @param nowNanos never less than in an earlier call
    public void grant(LeaseId lease, InstanceId owner, int uses, List<B> blocks, long nowNanos) {
        Invariant.check(uses >= 1, "a lease has at least 1 use");
        Lease<B> granted = new Lease<>(owner, uses, List.copyOf(blocks), nowNanos + leaseNanos);
        Invariant.check(byDeadline.putIfAbsent(lease, granted) == null, "a lease's name is used once");
    }

    /// Gives back one use; with the last one the blocks.
    public LeaseChange<B> release(LeaseId lease, InstanceId instance) {
        Lease<B> held = byDeadline.get(lease);
        if (held == null || !held.owner.equals(instance)) {
            return refused(held);
        }
        held.uses--;
        if (held.uses > 0) {
            return LeaseChange.nothing(LeaseOutcome.DONE);
        }
        byDeadline.remove(lease);
        return new LeaseChange<>(LeaseOutcome.DONE, held.blocks);
    }

    /// Gives the lease its full time again.
    public LeaseChange<B> renew(LeaseId lease, InstanceId instance, long nowNanos) {
        Lease<B> held = byDeadline.get(lease);
        if (held == null || !held.owner.equals(instance)) {
            return refused(held);
        }
        held.deadlineNanos = nowNanos + leaseNanos;
        byDeadline.putLast(lease, held);
        return LeaseChange.nothing(LeaseOutcome.DONE);
    }

    private static <B> LeaseChange<B> refused(@Nullable Lease<B> held) {
        return LeaseChange.nothing(held == null ? LeaseOutcome.UNKNOWN : LeaseOutcome.OTHER_INSTANCE);
    }

    /// Ends the leases whose time is over at `nowNanos`; their blocks, one entry for each lease and block.
    public List<B> expire(long nowNanos) {
        List<B> released = new ArrayList<>();
        Iterator<Lease<B>> oldest = byDeadline.values().iterator();
        while (oldest.hasNext()) {
            Lease<B> lease = oldest.next();
            if (lease.deadlineNanos - nowNanos > 0) {
                break;
            }
            oldest.remove();
            released.addAll(lease.blocks);
        }
        return released;
    }

    /// Ends every lease of an instance; their blocks, one entry for each lease and block. O(all leases): an instance
    /// ends rarely.
    public List<B> end(InstanceId instance) {
        List<B> released = new ArrayList<>();
        Predicate<Lease<B>> ends = lease -> lease.owner.equals(instance);
        byDeadline.values().stream().filter(ends).forEach(lease -> released.addAll(lease.blocks));
        byDeadline.values().removeIf(ends);
        return released;
    }

    /// Leases that hold blocks.
    public int count() {
        return byDeadline.size();
    }
}
