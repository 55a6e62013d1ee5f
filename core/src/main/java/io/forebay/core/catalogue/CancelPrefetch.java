package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;

/// A request will not come after all: what only it wanted is not brought to memory any more. What is being read goes
/// on, and what others want, too.
///
/// @param requestId as in [Prefetch], 1–256 characters
public record CancelPrefetch(String requestId) implements Command {
    public CancelPrefetch {
        InvalidInput.unless(!requestId.isEmpty(), "request_id", "is empty: nobody can be meant by that");
        Limits.name("request_id", requestId);
    }
}
