package io.forebay.client;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.handoff.HandoffReport;
import java.time.Duration;

/// What an engine does about a handoff that is not complete, decided from the barrier's report and the time left. Pure.
///
/// Of the blocks that others cannot find, those that were refused or are gone will not come back by waiting; those that
/// are pending or being written may. Up to a share, missing blocks are cheaper computed by the decode engine than
/// waited for.
///
/// @param maxMissingShare the share of the scope that may be missing, 0–1
/// @param leastWait what is worth another wait, at least 1 ms
public record HandoffPolicy(double maxMissingShare, Duration leastWait) {
    /// What to do.
    public enum Decision {
        /// Hand over; the decode engine computes what it misses.
        PROCEED,
        /// Ask the barrier again: more may come in the time left.
        WAIT_AGAIN,
        /// Do without the handoff: the decode engine computes the prompt.
        RECOMPUTE
    }

    public HandoffPolicy {
        InvalidInput.unless(
                maxMissingShare >= 0 && maxMissingShare <= 1,
                "max_missing_share",
                "is " + maxMissingShare + "; it must be from 0 to 1");
        InvalidInput.unless(
                leastWait.compareTo(Duration.ofMillis(1)) >= 0,
                "least_wait",
                "is " + leastWait + "; it must be at least 1 ms");
    }

    /// A twentieth may be missing, and 5 ms are worth a wait.
    public static HandoffPolicy defaults() {
        return new HandoffPolicy(0.05, Duration.ofMillis(5));
    }

    /// What to do about this report.
    ///
    /// @param left until the handoff's deadline
    public Decision decide(HandoffReport report, Duration left) {
        if (report.isComplete()) {
            return Decision.PROCEED;
        }
        if (report.forgotten()) {
            return Decision.RECOMPUTE;
        }
        double bearable = maxMissingShare * report.scope();
        int lost = report.refused() + report.gone();
        if (report.scope() - report.registered() <= bearable) {
            return Decision.PROCEED;
        }
        return lost <= bearable && left.compareTo(leastWait) >= 0 ? Decision.WAIT_AGAIN : Decision.RECOMPUTE;
    }
}
