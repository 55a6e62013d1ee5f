package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.prefetch.FailedPromotion;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;

/// What a node says of its promotion tasks: which it has begun to read, and which it could not carry out. A success is
/// not said here, but with the registration of the block ([LedgerBatch#promoted]). Repeating it is harmless.
///
/// @param started and `failed`: together at most [PullPromotions#MAX_HELD]
public record ReportPromotions(NodeId node, SessionId session, List<TaskAttempt> started, List<FailedPromotion> failed)
        implements Command {
    public ReportPromotions {
        started = List.copyOf(started);
        failed = List.copyOf(failed);
        int all = started.size() + failed.size();
        InvalidInput.unless(
                all <= PullPromotions.MAX_HELD,
                "promotions",
                "has " + all + " entries; the limit is " + PullPromotions.MAX_HELD);
    }
}
