package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.engine.EnginePrefetch;
import io.forebay.wire.NotServed;
import java.util.ArrayList;
import java.util.List;

/// One trigger of an engine on its way through its node, in batches one behind the other.
///
/// @param live the registration under which it is asked
/// @param timeoutNanos for each batch's answer
record EngineTrigger(LiveRegistration live, String requestId, long needInNanos, long timeoutNanos) {
    /// Where one batch fails all has failed; to repeat it is harmless.
    Answer<TriggerReport> ask(List<BlockHash> hashes) {
        boolean warming = false;
        List<PrefetchAnswer> answers = new ArrayList<>();
        for (int from = 0; from == 0 || from < hashes.size(); from += Prefetch.MAX_HASHES) {
            switch (askOne(hashes.subList(from, Math.min(hashes.size(), from + Prefetch.MAX_HASHES)))) {
                case Answer.Ok<PrefetchReply>(PrefetchReply.Decided decided) -> {
                    warming |= decided.warming();
                    answers.addAll(decided.answers());
                }
                case Answer.Ok<PrefetchReply>(PrefetchReply.Disabled _) -> {
                    return Answer.ok(new TriggerReport.Off(true));
                }
                case Answer.Refused<PrefetchReply>(String field, String message) -> {
                    return field.equals(NotServed.FIELD)
                            ? Answer.ok(new TriggerReport.Off(false))
                            : new Answer.Refused<>(field, message);
                }
                case Answer.Failed<PrefetchReply>(Failure failure) -> {
                    return new Answer.Failed<>(failure);
                }
            }
        }
        return Answer.ok(new TriggerReport.Decided(warming, answers));
    }

    private Answer<PrefetchReply> askOne(List<BlockHash> batch) {
        EnginePrefetch request = new EnginePrefetch(live.instance(), batch, requestId, needInNanos);
        return PendingReply.<PrefetchReply>await(
                        then -> live.protocol().prefetch(request, then), late -> {}, timeoutNanos)
                .orElseGet(() -> Answer.failed(Remedy.RETRY, "the node has not answered in time"));
    }
}
