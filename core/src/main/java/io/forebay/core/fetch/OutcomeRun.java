package io.forebay.core.fetch;

import io.forebay.core.answer.Invariant;
import java.util.ArrayList;
import java.util.List;

/// Neighbouring blocks of a query that ended alike: a chain of thousands has a handful of these.
///
/// @param count at least 1
public record OutcomeRun(Outcome outcome, int count) {
    public OutcomeRun {
        Invariant.check(count >= 1, "a run has at least one block");
    }

    /// The same outcomes, neighbours that are alike as one.
    public static List<OutcomeRun> of(List<Outcome> outcomes) {
        List<OutcomeRun> runs = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= outcomes.size(); i++) {
            if (i == outcomes.size() || outcomes.get(i) != outcomes.get(from)) {
                runs.add(new OutcomeRun(outcomes.get(from), i - from));
                from = i;
            }
        }
        return runs;
    }

    /// The outcome at an index of the whole.
    public static Outcome at(List<OutcomeRun> runs, int index) {
        int left = index;
        for (OutcomeRun run : runs) {
            if (left < run.count) {
                return run.outcome;
            }
            left -= run.count;
        }
        throw new IndexOutOfBoundsException("index " + index);
    }
}
