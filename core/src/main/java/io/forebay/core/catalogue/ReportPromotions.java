package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockKey;
import io.forebay.core.prefetch.FailedPromotion;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;

/// What a node says of its promotion tasks: which it has begun to read, and which it could not carry out. A success is
/// not said here, but with the registration of the block ([LedgerBatch#promoted]). Repeating that is harmless.
///
/// @param started and `failed`: together at most [PullPromotions#MAX_HELD]
/// @param met blocks that gets met on this node's SSD only, at most [#MAX_MET]; each is one get
public record ReportPromotions(
        NodeId node, SessionId session, List<TaskAttempt> started, List<FailedPromotion> failed, List<BlockKey> met)
        implements Command {
    public static final int MAX_MET = 4_096;

    /// Of tasks alone.
    public ReportPromotions(NodeId node, SessionId session, List<TaskAttempt> started, List<FailedPromotion> failed) {
        this(node, session, started, failed, List.of());
    }

    public ReportPromotions {
        started = List.copyOf(started);
        failed = List.copyOf(failed);
        met = List.copyOf(met);
        int all = started.size() + failed.size();
        InvalidInput.unless(
                all <= PullPromotions.MAX_HELD,
                "promotions",
                "has " + all + " entries; the limit is " + PullPromotions.MAX_HELD);
        InvalidInput.unless(met.size() <= MAX_MET, "met", "has " + met.size() + " entries; the limit is " + MAX_MET);
    }
}
