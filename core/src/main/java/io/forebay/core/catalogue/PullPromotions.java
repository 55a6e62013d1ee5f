package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;

/// A node asks for promotion tasks. One is outstanding; the answer is held back until there is something to say.
///
/// @param number of the pull in its session, from 1; older ones are ignored
/// @param held every task that the node was handed and has not been told the end of, at most [#MAX_HELD]
/// @param credit tasks that it would take, from 0
/// @param waitNanos how long the answer may be held back, 0 to 60 s
public record PullPromotions(
        NodeId node, SessionId session, long number, List<TaskAttempt> held, int credit, long waitNanos)
        implements Command {
    /// The most that a node may hold.
    public static final int MAX_HELD = 65_536;

    private static final long MAX_WAIT_NANOS = 60_000_000_000L;

    public PullPromotions {
        held = List.copyOf(held);
        InvalidInput.unless(number >= 1, "number", "is " + number + "; pulls are numbered from 1");
        InvalidInput.unless(
                held.size() <= MAX_HELD, "held", "has " + held.size() + " entries; the limit is " + MAX_HELD);
        InvalidInput.unless(
                credit >= 0 && credit <= Limits.MAX_KEYS,
                "credit",
                "is " + credit + "; it must be from 0 to " + Limits.MAX_KEYS);
        InvalidInput.unless(
                waitNanos >= 0 && waitNanos <= MAX_WAIT_NANOS,
                "wait",
                "is " + waitNanos + " ns; it must be from 0 to 60 s");
    }
}
