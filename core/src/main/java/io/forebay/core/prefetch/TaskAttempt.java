package io.forebay.core.prefetch;

import io.forebay.core.answer.InvalidInput;

/// One handing out of a task: a word about another attempt than the present one changes no task.
///
/// @param attempt 1 for the first
public record TaskAttempt(TaskId task, int attempt) {
    public TaskAttempt {
        InvalidInput.unless(attempt >= 1, "attempt", "is " + attempt + "; attempts are numbered from 1");
    }
}
