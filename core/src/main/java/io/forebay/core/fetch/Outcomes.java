package io.forebay.core.fetch;

import io.forebay.core.answer.Invariant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One outcome for every block that a query asked for.
public final class Outcomes {
    private Outcomes() {}

    /// The outcomes in the order asked: hits, then one miss with its cause and what lies behind it.
    ///
    /// @param hits of the leading blocks
    /// @param asked blocks asked for
    /// @param cause why the first missing block is missing; null exactly when none is
    public static List<Outcome> of(List<Outcome> hits, int asked, @Nullable Outcome cause) {
        Invariant.check(hits.stream().allMatch(Outcome::isHit), "leading blocks are hits");
        int missing = asked - hits.size();
        Invariant.check(missing >= 0, "there are no more hits than blocks asked for");
        List<Outcome> outcomes = new ArrayList<>(asked);
        outcomes.addAll(hits);
        if (cause == null) {
            Invariant.check(missing == 0, "a missing block has a cause");
        } else {
            addMisses(outcomes, missing, cause);
        }
        return List.copyOf(outcomes);
    }

    /// The outcomes of a query for all or nothing that gets nothing: no hit.
    ///
    /// @param there leading blocks that were found, on this node or on others
    /// @param asked blocks asked for
    /// @param cause why the one behind them is missing
    public static List<Outcome> ofNothing(int there, int asked, Outcome cause) {
        List<Outcome> outcomes = new ArrayList<>(asked);
        outcomes.addAll(Collections.nCopies(there, Outcome.MISS_INCOMPLETE));
        addMisses(outcomes, asked - there, cause);
        return List.copyOf(outcomes);
    }

    private static void addMisses(List<Outcome> outcomes, int missing, Outcome cause) {
        Invariant.check(missing > 0, "a cause needs a missing block");
        Invariant.check(!cause.isHit() && cause != Outcome.NOT_ATTEMPTED, "a cause is a miss: " + cause);
        outcomes.add(cause);
        outcomes.addAll(Collections.nCopies(missing - 1, Outcome.NOT_ATTEMPTED));
    }
}
