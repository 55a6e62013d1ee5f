package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.handoff.ScopedKeys;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One barrier that waits. It looks at one undecided block until that is decided, and at the whole scope only then, so
/// that a look costs little while it waits. Its state belongs to [Handoffs].
abstract class HandoffWaiter {
    final ScopedKeys scope;
    private final boolean withKeys;
    private final Consumer<HandoffReport> then;
    private @Nullable BlockKey undecided;

    Loop.@Nullable Timer timer;

    HandoffWaiter(ScopedKeys scope, boolean withKeys, Consumer<HandoffReport> then) {
        this.scope = scope;
        this.withKeys = withKeys;
        this.then = then;
    }

    /// Does what the barrier needs done for blocks that have come since the last time.
    abstract void cover();

    /// How a block stands now.
    abstract HandoffState state(BlockKey key);

    /// Whether waiting changes nothing for this block.
    abstract boolean isDecided(BlockKey key);

    /// The incarnation of the master whose catalogue counts; 0 for none.
    abstract long masterEpoch();

    /// Whether the scope is complete, or waiting can't complete it.
    boolean isDecided() {
        if (undecided != null && !isDecided(undecided)) {
            return false;
        }
        undecided = null;
        for (BlockKey key : scope.keys()) {
            if (!isDecided(key)) {
                undecided = key;
                return false;
            }
        }
        return true;
    }

    /// Tells how it stands now.
    HandoffReport finish() {
        if (timer != null) {
            timer.cancel();
        }
        HandoffReport report = HandoffReport.of(scope, this::state, masterEpoch(), withKeys);
        then.accept(report);
        return report;
    }
}
