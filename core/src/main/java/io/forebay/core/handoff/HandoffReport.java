package io.forebay.core.handoff;

/// What the barrier says about one scope. The first five counts add up to the scope.
///
/// @param registered blocks that the master has applied and that are still resident
/// @param pending resident blocks whose registration the master has not applied
/// @param refused blocks that there was no room for
/// @param gone blocks that are no longer resident
/// @param unsealed blocks that somebody is still writing, this request or another one
/// @param unleased those of the registered ones that nothing keeps from being evicted before they are read
/// @param masterEpoch the master's incarnation in whose catalogue they are; 0 when the node has no session
public record HandoffReport(
        int registered, int pending, int refused, int gone, int unsealed, int unleased, long masterEpoch) {
    /// Of blocks that are registered and leased, or pending.
    public HandoffReport(int registered, int pending, long masterEpoch) {
        this(registered, pending, 0, 0, 0, 0, masterEpoch);
    }

    /// True if every block of the scope can be found by others.
    public boolean isComplete() {
        return registered == scope();
    }

    /// Blocks in the scope.
    public int scope() {
        return registered + pending + refused + gone + unsealed;
    }
}
