package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScopes;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.instance.InstanceId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The barriers that wait. Each asks once for a lease of every block of its scope, so that nothing goes between its
/// report and the read; the lease travels with the block's registration or behind it. Each is looked at again whenever
/// the master has applied a batch, and answered when its scope is complete, when waiting can't complete it, or at its
/// deadline, whatever the master does. Loop thread only.
final class Handoffs {
    private static final int MAX_WAITING = 4_096;

    private final Loop loop;
    private final HandoffScopes scopes;
    private final Standing standing;
    private final NodeCounters counters;
    private final Diary diary;
    private final List<Waiter> waiting = new ArrayList<>();

    /// How a block of a scope stands now.
    interface Standing {
        /// As far as the node knows; never REFUSED.
        HandoffState state(BlockKey key);

        /// Asks for a lease of a resident block; false when it is not resident or leases have reached their bound.
        boolean lease(BlockKey key);

        /// Whether a lease of the block was asked for, or has been taken, and lasts.
        boolean mustStay(BlockKey key);

        /// Leases have been asked for.
        void leasesAsked();

        /// The incarnation of the master that has it; 0 without a session.
        long masterEpoch();
    }

    Handoffs(NodeParts parts, HandoffScopes scopes, Standing standing, Diary diary) {
        this.diary = diary;
        this.loop = parts.loop();
        this.counters = parts.counters();
        this.scopes = scopes;
        this.standing = standing;
    }

    void await(AwaitHandoff request, Consumer<HandoffReport> then) {
        InstanceId instance = request.instance();
        Waiter waiter = new Waiter(
                scopes.scope(instance, request.requestId()), scopes.refused(instance, request.requestId()), report -> {
                    diary.barrierEnded(request, report);
                    then.accept(report);
                });
        diary.barrierBegan(request, waiter.scope.size());
        boolean full = waiting.size() >= MAX_WAITING;
        if (!full) {
            cover(waiter);
        }
        if (full || isDecided(waiter)) {
            finish(waiter);
            return;
        }
        waiting.add(waiter);
        waiter.timer = loop.after(request.deadlineNanos(), () -> {
            waiting.remove(waiter);
            finish(waiter);
        });
        standing.leasesAsked();
    }

    /// Registrations or residencies have changed. Whoever calls sends what the ledger has to say.
    void recheck() {
        waiting.forEach(this::cover);
        List<Waiter> decided = waiting.stream().filter(this::isDecided).toList();
        waiting.removeAll(decided);
        decided.forEach(this::finish);
    }

    void forget(InstanceId instance) {
        scopes.forget(instance);
    }

    /// Asks for a lease of each block of the scope that is resident by now.
    private void cover(Waiter waiter) {
        for (BlockKey key : waiter.scope) {
            boolean resident = switch (standing.state(key)) {
                case PENDING, REGISTERED, LEASED -> true;
                case UNSEALED, REFUSED, GONE -> false;
            };
            if (resident && waiter.asked.add(key) && standing.lease(key)) {
                waiter.covered.add(key);
            }
        }
    }

    private boolean isDecided(Waiter waiter) {
        return waiter.scope.stream().allMatch(key -> switch (standing.state(key)) {
            case LEASED, REFUSED, GONE -> true;
            case REGISTERED -> !waiter.covered.contains(key) || !standing.mustStay(key);
            case PENDING, UNSEALED -> false;
        });
    }

    private void finish(Waiter waiter) {
        if (waiter.timer != null) {
            waiter.timer.cancel();
        }
        HandoffReport report = HandoffScopes.report(waiter.scope, waiter::state, standing.masterEpoch());
        (report.isComplete() ? counters.handoffsComplete : counters.handoffsDegraded).increment();
        counters.handoffBlocksUnleased.add(report.unleased());
        waiter.then.accept(report);
    }

    private final class Waiter {
        final List<BlockKey> scope;
        final Set<BlockKey> refused;
        final Consumer<HandoffReport> then;
        /// Whose lease was asked for, once each.
        final Set<BlockKey> asked = new HashSet<>();
        /// Those of them that were within the bound.
        final Set<BlockKey> covered = new HashSet<>();

        Loop.@Nullable Timer timer;

        Waiter(List<BlockKey> scope, Set<BlockKey> refused, Consumer<HandoffReport> then) {
            this.scope = scope;
            this.refused = refused;
            this.then = then;
        }

        HandoffState state(BlockKey key) {
            HandoffState state = standing.state(key);
            return state == HandoffState.GONE && refused.contains(key) ? HandoffState.REFUSED : state;
        }
    }
}
