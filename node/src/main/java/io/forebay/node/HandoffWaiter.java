package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.ScopedKeys;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One barrier that waits. It looks at one undecided block until that is decided, and at the whole scope only then, so
/// that a look costs little while it waits. Its state belongs to [Handoffs].
final class HandoffWaiter {
    final ScopedKeys scope;
    private final boolean withKeys;
    private final Consumer<HandoffReport> then;
    private final Handoffs.Standing standing;

    /// Whose lease is still to be asked for.
    private final Set<BlockKey> toCover;

    /// Whose lease was asked for within the bound of all leases.
    private final Set<BlockKey> covered = new HashSet<>();

    private @Nullable BlockKey undecided;

    Loop.@Nullable Timer timer;

    HandoffWaiter(ScopedKeys scope, boolean withKeys, Handoffs.Standing standing, Consumer<HandoffReport> then) {
        this.scope = scope;
        this.withKeys = withKeys;
        this.standing = standing;
        this.then = then;
        this.toCover = new LinkedHashSet<>(scope.keys());
    }

    /// Asks once for a lease of each block of the scope that is resident by now.
    void cover() {
        Iterator<BlockKey> rest = toCover.iterator();
        while (rest.hasNext()) {
            BlockKey key = rest.next();
            boolean resident = switch (standing.state(key)) {
                case PENDING, REGISTERED, LEASED -> true;
                case UNSEALED, REFUSED, GONE -> false;
            };
            if (resident) {
                rest.remove();
                if (standing.lease(key)) {
                    covered.add(key);
                }
            }
        }
    }

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

    private boolean isDecided(BlockKey key) {
        return switch (standing.state(key)) {
            case LEASED, REFUSED, GONE -> true;
            case REGISTERED -> !covered.contains(key) || !standing.mustStay(key);
            case PENDING, UNSEALED -> false;
        };
    }

    /// Tells how it stands now.
    HandoffReport finish() {
        if (timer != null) {
            timer.cancel();
        }
        HandoffReport report = HandoffReport.of(scope, standing::state, standing.masterEpoch(), withKeys);
        then.accept(report);
        return report;
    }
}
