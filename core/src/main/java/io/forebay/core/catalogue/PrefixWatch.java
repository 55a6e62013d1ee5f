package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.session.SessionId;

/// The wish that a [PrefixQuery] is answered only when visible owners have the whole chain, or when the time is
/// over.
///
/// @param session of the node that asks; a session may hold so many queries and no more
/// @param nanos from now, 1 ms to 10 minutes
public record PrefixWatch(SessionId session, long nanos) {
    private static final long MIN_NANOS = 1_000_000L;
    private static final long MAX_NANOS = 600_000_000_000L;

    public PrefixWatch {
        InvalidInput.unless(
                nanos >= MIN_NANOS && nanos <= MAX_NANOS,
                "watch",
                "is " + nanos + " ns; it must be from 1 ms to 10 min");
    }
}
