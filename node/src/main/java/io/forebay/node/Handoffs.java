package io.forebay.node;

import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScopes;
import io.forebay.core.handoff.ScopedKeys;
import io.forebay.core.instance.InstanceId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The barriers that wait. Each is looked at again whenever the master has applied a batch or the SSD has written a
/// block, and answered when its scope is complete, when waiting can't complete it, or at its deadline, whatever the
/// master does. Loop thread only.
final class Handoffs {
    private static final int MAX_WAITING = 4_096;

    /// Keys of all barriers that wait; one beyond it is answered at once.
    private static final int MAX_WAITING_KEYS = 1 << 20;

    private final Loop loop;
    private final HandoffScopes scopes;
    private final RegisteredWaiter.Standing standing;
    private final DiskWaiter.Parts disk;
    private final Runnable leasesAsked;
    private final NodeCounters counters;
    private final Diary diary;
    private final Set<HandoffWaiter> waiting = new LinkedHashSet<>();
    private int waitingKeys;

    /// What the barriers of each level look at.
    ///
    /// @param leasesAsked called after leases were asked for
    record Levels(RegisteredWaiter.Standing registered, DiskWaiter.Parts onSsd, Runnable leasesAsked) {}

    Handoffs(NodeParts parts, HandoffScopes scopes, Levels levels, Diary diary) {
        this.diary = diary;
        this.loop = parts.loop();
        this.counters = parts.counters();
        this.scopes = scopes;
        this.standing = levels.registered;
        this.disk = levels.onSsd;
        this.leasesAsked = levels.leasesAsked;
    }

    void await(Instance instance, AwaitHandoff request, Consumer<HandoffReport> then) {
        ScopedKeys scope = scopes.find(instance.id, instance.blocks.namespace, request.scope());
        HandoffWaiter waiter = waiter(request, scope, report -> {
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
        leasesAsked.run();
    }

    private HandoffWaiter waiter(AwaitHandoff request, ScopedKeys scope, Consumer<HandoffReport> then) {
        return switch (request.level()) {
            case REGISTERED -> new RegisteredWaiter(scope, request.withKeys(), standing, then);
            case ON_SSD -> new DiskWaiter(scope, request.withKeys(), disk, then, this::recheck);
        };
    }

    /// Registrations or residencies have changed, or what is on SSD. Whoever calls sends what the ledger has to say.
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
        if (waiter instanceof RegisteredWaiter) {
            counters.handoffBlocksUnleased.add(report.unleased());
        }
    }
}
