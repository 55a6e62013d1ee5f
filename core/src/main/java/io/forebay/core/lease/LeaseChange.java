package io.forebay.core.lease;

import java.util.List;

/// What a release or a renewal did.
///
/// @param outcome what the engine hears
/// @param released the blocks that this lease no longer holds: all of them at its last use, otherwise none
public record LeaseChange<B>(LeaseOutcome outcome, List<B> released) {
    static <B> LeaseChange<B> nothing(LeaseOutcome outcome) {
        return new LeaseChange<>(outcome, List.of());
    }
}
