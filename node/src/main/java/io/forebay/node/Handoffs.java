package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScopes;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.handoff.ScopedKeys;
import io.forebay.core.instance.InstanceId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The barriers that wait. Each asks once for a lease of every block of its scope, so that nothing goes between its
/// report and the read; the lease travels with the block's registration or behind it. Each is looked at again whenever
/// the master has applied a batch, and answered when its scope is complete, when waiting can't complete it, or at its
/// deadline, whatever the master does. Loop thread only.
final class Handoffs {
    private static final int MAX_WAITING = 4_096;

    /// Keys of all barriers that wait; one beyond it is answered at once.
    private static final int MAX_WAITING_KEYS = 1 << 20;

    private final Loop loop;
    private final HandoffScopes scopes;
    private final Standing standing;
    private final NodeCounters counters;
    private final Diary diary;
    private final Set<HandoffWaiter> waiting = new LinkedHashSet<>();
    private int waitingKeys;

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

    void await(Instance instance, AwaitHandoff request, Consumer<HandoffReport> then) {
        ScopedKeys scope = scopes.find(instance.id, instance.blocks.namespace, request.scope());
        HandoffWaiter waiter = new HandoffWaiter(scope, request.withKeys(), standing, report -> {
            diary.barrierEnded(request, report);
            then.accept(report);
        });
        int keys = scope.keys().size();
        diary.barrierBegan(request, keys);
        boolean full = waiting.size() >= MAX_WAITING || waitingKeys + keys > MAX_WAITING_KEYS;
        if (!full) {
            waiter.cover();
        }
        if (full || waiter.isDecided()) {
            finish(waiter);
            return;
        }
        waiting.add(waiter);
        waitingKeys += keys;
        waiter.timer = loop.after(request.deadlineNanos(), () -> {
            leave(List.of(waiter));
            finish(waiter);
        });
        standing.leasesAsked();
    }

    /// Registrations or residencies have changed. Whoever calls sends what the ledger has to say.
    void recheck() {
        waiting.forEach(HandoffWaiter::cover);
        List<HandoffWaiter> decided =
                waiting.stream().filter(HandoffWaiter::isDecided).toList();
        leave(decided);
        decided.forEach(this::finish);
    }

    private void leave(List<HandoffWaiter> gone) {
        waiting.removeAll(gone);
        gone.forEach(waiter -> waitingKeys -= waiter.scope.keys().size());
    }

    long marker(InstanceId instance) {
        return scopes.marker(instance);
    }

    void forget(InstanceId instance) {
        scopes.forget(instance);
    }

    private void finish(HandoffWaiter waiter) {
        HandoffReport report = waiter.finish();
        (report.isComplete() ? counters.handoffsComplete : counters.handoffsDegraded).increment();
        counters.handoffBlocksUnleased.add(report.unleased());
    }
}
