package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.handoff.ScopedKeys;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Waits until others can find the blocks. It asks once for a lease of each, so that nothing goes between its report
/// and the read; the lease travels with the block's registration or behind it.
final class RegisteredWaiter extends HandoffWaiter {
    private final Standing standing;

    /// Whose lease is still to be asked for.
    private final Set<BlockKey> toCover;

    /// Whose lease was asked for within the bound of all leases.
    private final Set<BlockKey> covered = new HashSet<>();

    /// How a block stands with the master.
    interface Standing {
        /// As far as the node knows; never REFUSED.
        HandoffState state(BlockKey key);

        /// Asks for a lease of a resident block; false when it is not resident or leases have reached their bound.
        boolean lease(BlockKey key);

        /// Whether a lease of the block was asked for, or has been taken, and lasts.
        boolean mustStay(BlockKey key);

        /// The incarnation of the master that has it; 0 without a session.
        long masterEpoch();
    }

    RegisteredWaiter(ScopedKeys scope, boolean withKeys, Standing standing, Consumer<HandoffReport> then) {
        super(scope, withKeys, then);
        this.standing = standing;
        this.toCover = new LinkedHashSet<>(scope.keys());
    }

    /// Asks once for a lease of each block of the scope that is resident by now.
    @Override
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

    @Override
    HandoffState state(BlockKey key) {
        return standing.state(key);
    }

    @Override
    boolean isDecided(BlockKey key) {
        return switch (standing.state(key)) {
            case LEASED, REFUSED, GONE -> true;
            case REGISTERED -> !covered.contains(key) || !standing.mustStay(key);
            case PENDING, UNSEALED -> false;
        };
    }

    @Override
    long masterEpoch() {
        return standing.masterEpoch();
    }
}
