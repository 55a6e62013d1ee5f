package io.forebay.core.catalogue;

import io.forebay.core.answer.Answer;
import java.util.function.Consumer;

/// What a node that promotes asks of the master, apart from heartbeats and its ledger. Calls as in [MasterProtocol].
public interface PromotionProtocol {
    /// Answered when there is work, or when the pull's own wait is over, which has to be less than the time-out.
    void pullPromotions(PullPromotions pull, long timeoutNanos, Consumer<Answer<PullReply>> then);

    void reportPromotions(ReportPromotions report, long timeoutNanos, Consumer<Answer<AliveReply>> then);
}
