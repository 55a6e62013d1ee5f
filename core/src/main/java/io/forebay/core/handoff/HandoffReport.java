package io.forebay.core.handoff;

/// What the barrier says about one scope. The two counts add up to the scope.
///
/// @param registered blocks that the master has applied and that are still resident
/// @param pending blocks of the scope that are not: unsealed, not yet applied, or no longer resident
/// @param masterEpoch the master's incarnation in whose catalogue they are; 0 when the node has no session
public record HandoffReport(int registered, int pending, long masterEpoch) {
    /// True if every block of the scope can be found by others.
    public boolean isComplete() {
        return pending == 0;
    }
}
