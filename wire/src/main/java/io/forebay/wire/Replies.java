package io.forebay.wire;

import com.google.protobuf.MessageLite;
import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How a server's unary calls are answered. The thread that answers is the single writer of a node or a master, so
/// it only hands over; encoding (milliseconds for 131,072 slots) and sending happen on `encoders`. That queue is
/// bounded by the calls in flight, of which each connection has a limit.
///
/// @param encoders the server's own threads
/// @param maxMessageBytes a longer reply becomes a failure
/// @param defaultTimeoutNanos for a call that brings no deadline
record Replies(Executor encoders, int maxMessageBytes, long defaultTimeoutNanos) {
    private static final Logger LOG = LoggerFactory.getLogger(Replies.class);

    /// The continuation that ends `call`, once; a call that was cancelled meanwhile is left alone.
    <R, P extends MessageLite> Consumer<Answer<R>> to(StreamObserver<P> call, Function<? super R, P> encode) {
        AtomicBoolean over = new AtomicBoolean();
        ((ServerCallStreamObserver<P>) call).setOnCancelHandler(() -> over.set(true));
        return answer -> {
            if (!over.get()) {
                handOver(() -> {
                    if (over.compareAndSet(false, true)) {
                        end(call, answer, encode);
                    }
                });
            }
        };
    }

    /// Time left until the caller of the current gRPC call stops waiting.
    long remainingNanos() {
        Deadline deadline = Context.current().getDeadline();
        return deadline == null ? defaultTimeoutNanos : Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS));
    }

    /// Runs `send` on an encoder. After the server's end nobody listens any more, and nothing runs.
    void handOver(Runnable send) {
        try {
            encoders.execute(send);
        } catch (RejectedExecutionException e) {
            LOG.debug("a reply came after the server's end", e);
        }
    }

    private <R, P extends MessageLite> void end(
            StreamObserver<P> call, Answer<R> answer, Function<? super R, P> encode) {
        switch (answer) {
            case Answer.Refused<R> refused -> call.onError(Statuses.refusal(refused.field(), refused.message()));
            case Answer.Failed<R> failed -> call.onError(Statuses.failure(failed.failure()));
            case Answer.Ok<R> ok -> {
                try {
                    P message = encode.apply(ok.value());
                    requireFits(message);
                    call.onNext(message);
                    call.onCompleted();
                } catch (InvalidInput e) {
                    call.onError(Statuses.failure(new Failure(Remedy.RECOMPUTE, "reply: " + e.getMessage())));
                } catch (RuntimeException e) {
                    LOG.error("a reply could not be sent", e);
                    call.onError(Statuses.failure(new Failure(Remedy.RECOMPUTE, "the server failed: " + e)));
                }
            }
        }
    }

    private void requireFits(MessageLite message) {
        int sizeBytes = message.getSerializedSize();
        InvalidInput.unless(
                sizeBytes <= maxMessageBytes,
                "message",
                "has " + sizeBytes + " bytes; the limit is " + maxMessageBytes);
    }
}
