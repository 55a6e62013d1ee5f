package io.forebay.core.fetch;

import io.forebay.core.catalogue.OwnerRun;
import org.jspecify.annotations.Nullable;

/// What a [FetchPlan] says comes next. A closed set.
public sealed interface Step {
    /// Ask this owner for a run of the wanted hashes, then tell the plan how it [ended][FetchPlan#ended].
    ///
    /// @param from index of the first hash to ask for, counted from the first wanted one; always what is delivered
    /// @param count hashes to ask for, at least 1
    record Ask(OwnerRun owner, int from, int count) implements Step {}

    /// Nothing more will come.
    ///
    /// @param cause why the first missing block is missing; null when none is
    record Stop(@Nullable Outcome cause) implements Step {}
}
