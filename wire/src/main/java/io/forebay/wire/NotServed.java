package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.grpc.Status;

/// The refusal of a call that the other side does not know: an earlier build, or one that was started without
/// the service. Nothing but another server changes that, so whoever hears it remembers it. Pure.
public final class NotServed {
    /// The field of such refusals and of no others.
    public static final String FIELD = "rpc";

    /// Of a master without promotions or triggers.
    static final String PREFETCHING = "is not served: the master does not know prefetching";

    /// Of a node of an earlier build.
    static final String TRIGGERS = "is not served: the node passes no triggers on";

    private NotServed() {}

    /// Whether the other side does not know the call.
    public static boolean is(Answer<?> answer) {
        return answer instanceof Answer.Refused<?> refused && refused.field().equals(FIELD);
    }

    static boolean is(Throwable error) {
        return Status.fromThrowable(error).getCode() == Status.Code.UNIMPLEMENTED;
    }

    static <R> Answer<R> answer(String message) {
        return new Answer.Refused<>(FIELD, message);
    }
}
