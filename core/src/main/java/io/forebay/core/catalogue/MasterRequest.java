package io.forebay.core.catalogue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import java.util.function.Consumer;

/// A command with who waits for its reply.
record MasterRequest<R extends Reply>(
        Command command, Class<R> replyType, long arrivedNanos, long timeoutNanos, Consumer<Answer<R>> then) {
    void reply(Reply reply) {
        then.accept(Answer.ok(replyType.cast(reply)));
    }

    void fail(String message) {
        then.accept(Answer.failed(Remedy.RETRY, message));
    }
}
