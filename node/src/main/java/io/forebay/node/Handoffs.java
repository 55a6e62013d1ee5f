package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScopes;
import io.forebay.core.instance.InstanceId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The barriers that wait. Each is looked at again whenever the master has applied a batch, and answered when its
/// scope is complete, when waiting can't complete it, or at its deadline, whatever the master does. Loop thread only.
final class Handoffs {
    private static final int MAX_WAITING = 4_096;

    private final Loop loop;
    private final HandoffScopes scopes;
    private final Standing standing;
    private final NodeCounters counters;
    private final List<Waiter> waiting = new ArrayList<>();

    /// How a block of a scope stands now.
    interface Standing {
        /// The master has applied its registration, and it is resident.
        boolean isRegistered(BlockKey key);

        /// It is neither here nor on its way: waiting will not register it.
        boolean isGone(BlockKey key);

        /// The incarnation of the master that has it; 0 without a session.
        long masterEpoch();
    }

    Handoffs(NodeParts parts, HandoffScopes scopes, Standing standing) {
        this.loop = parts.loop();
        this.counters = parts.counters();
        this.scopes = scopes;
        this.standing = standing;
    }

    void await(AwaitHandoff request, Consumer<HandoffReport> then) {
        Waiter waiter = new Waiter(scopes.scope(request.instance(), request.requestId()), then);
        if (waiting.size() >= MAX_WAITING || isDecided(waiter)) {
            finish(waiter);
            return;
        }
        waiting.add(waiter);
        waiter.timer = loop.after(request.deadlineNanos(), () -> {
            waiting.remove(waiter);
            finish(waiter);
        });
    }

    /// Registrations or residencies have changed.
    void recheck() {
        List<Waiter> decided = waiting.stream().filter(this::isDecided).toList();
        waiting.removeAll(decided);
        decided.forEach(this::finish);
    }

    void forget(InstanceId instance) {
        scopes.forget(instance);
    }

    private boolean isDecided(Waiter waiter) {
        return waiter.scope.stream().allMatch(key -> standing.isRegistered(key) || standing.isGone(key));
    }

    private void finish(Waiter waiter) {
        if (waiter.timer != null) {
            waiter.timer.cancel();
        }
        HandoffReport report = HandoffScopes.report(waiter.scope, standing::isRegistered, standing.masterEpoch());
        (report.isComplete() ? counters.handoffsComplete : counters.handoffsDegraded).increment();
        waiter.then.accept(report);
    }

    private static final class Waiter {
        final List<BlockKey> scope;
        final Consumer<HandoffReport> then;
        Loop.@Nullable Timer timer;

        Waiter(List<BlockKey> scope, Consumer<HandoffReport> then) {
            this.scope = scope;
            this.then = then;
        }
    }
}
