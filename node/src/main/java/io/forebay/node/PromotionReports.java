package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.PromotionProtocol;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.prefetch.FailedPromotion;
import io.forebay.core.prefetch.PromotionFailure;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What the master is to hear of promotions besides successes: which have begun, which failed, and which blocks gets
/// met
/// on SSD. One report is under way at a time. A failure goes at once and is repeated until the master has heard; the
/// rest waits a moment for more of its kind, and a start whose end is said first is not said at all. Loop thread only.
final class PromotionReports {
    /// How long the words that a task has begun, and that a get met a block on SSD, wait for others, and for the task's
    /// end.
    private static final long BUNDLE_NANOS = 20_000_000L;

    private final NodeParts parts;
    private final PromotionProtocol master;
    private final Consumer<TaskAttempt> heard;
    private final Set<TaskAttempt> started = new LinkedHashSet<>();
    private final Map<TaskAttempt, PromotionFailure> failed = new LinkedHashMap<>();
    private final List<BlockKey> met = new ArrayList<>();
    private @Nullable SessionId session;
    private boolean reporting;
    private boolean bundling;

    /// @param heard is told of each failure that the master has heard of
    PromotionReports(NodeParts parts, PromotionProtocol master, Consumer<TaskAttempt> heard) {
        this.parts = parts;
        this.master = master;
        this.heard = heard;
    }

    void sessionOpened(SessionId opened) {
        session = opened;
    }

    /// Nobody is left to hear.
    void end() {
        session = null;
        started.clear();
        failed.clear();
        met.clear();
    }

    void started(TaskAttempt attempt) {
        started.add(attempt);
        bundle();
    }

    void failed(TaskAttempt attempt, PromotionFailure cause) {
        failed.put(attempt, cause);
        parts.loop().post(this::report);
    }

    /// A get met the block on SSD. Beyond what a report may say, it is forgotten.
    void met(BlockKey key) {
        if (met.size() < ReportPromotions.MAX_MET) {
            met.add(key);
            bundle();
        }
    }

    /// The task has come to an end that is said elsewhere, or that nobody wants to hear.
    void over(TaskAttempt attempt) {
        started.remove(attempt);
        failed.remove(attempt);
    }

    private void bundle() {
        if (!bundling) {
            bundling = true;
            parts.loop().after(BUNDLE_NANOS, () -> {
                bundling = false;
                report();
            });
        }
    }

    private void report() {
        SessionId current = session;
        if (current == null || reporting || (started.isEmpty() && failed.isEmpty() && met.isEmpty())) {
            return;
        }
        reporting = true;
        List<FailedPromotion> failures = new ArrayList<>();
        failed.forEach((attempt, cause) -> failures.add(new FailedPromotion(attempt, cause)));
        ReportPromotions report = new ReportPromotions(
                parts.settings().node(), current, List.copyOf(started), failures, List.copyOf(met));
        started.clear();
        met.clear();
        master.reportPromotions(
                report,
                parts.settings().master().callNanos(),
                answer -> parts.loop().post(() -> reported(current, failures, answer)));
    }

    private void reported(SessionId asked, List<FailedPromotion> failures, Answer<AliveReply> answer) {
        reporting = false;
        if (!asked.equals(session)) {
            report();
        } else if (answer instanceof Answer.Ok<AliveReply>) {
            failures.forEach(each -> {
                failed.remove(each.attempt());
                heard.accept(each.attempt());
            });
            report();
        } else {
            parts.loop().after(parts.settings().prefetch().pullIntervalNanos(), this::report);
        }
    }
}
