package io.forebay.core.prefetch;

import java.util.List;

/// What a node hears to a pull. A closed set.
public sealed interface Pull {
    /// A later pull was answered before: this one changes nothing.
    record Outdated() implements Pull {}

    /// The pull counts.
    ///
    /// @param tasks to carry out, earliest need first
    /// @param over of what the node holds: the master has seen its end, or no longer wants it; not to be begun, and
    ///     not to be held any longer
    record Taken(List<PromotionTask> tasks, List<TaskAttempt> over) implements Pull {
        public Taken {
            tasks = List.copyOf(tasks);
            over = List.copyOf(over);
        }

        /// Whether there is nothing to say.
        public boolean isEmpty() {
            return tasks.isEmpty() && over.isEmpty();
        }
    }
}
