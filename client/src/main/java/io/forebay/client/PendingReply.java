package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// The answer to one call, awaited with a bound. It goes either to the waiter or, if that one has given up, to
/// the `late` handler, which undoes what the call did: never to both and never to none.
///
/// @param <T> the reply
final class PendingReply<T> {
    private final CompletableFuture<Optional<Answer<T>>> ended = new CompletableFuture<>();
    private final Consumer<Answer<T>> late;

    private PendingReply(Consumer<Answer<T>> late) {
        this.late = late;
    }

    /// Makes `call`, handing it what takes the answer, and waits.
    ///
    /// @param late gets the answer that came too late, on the thread that brings it
    /// @param timeoutNanos from the making of the call, which may take its time too
    /// @return empty if there was no answer in `timeoutNanos` or the thread was interrupted (and stays so)
    static <T> Optional<Answer<T>> await(
            Consumer<Consumer<Answer<T>>> call, Consumer<Answer<T>> late, long timeoutNanos) {
        long start = System.nanoTime();
        var reply = new PendingReply<T>(late);
        send(call, reply::accept);
        return reply.await(timeoutNanos - (System.nanoTime() - start));
    }

    /// Makes `call` without waiting. A call that throws is a call that failed.
    static <T> void send(Consumer<Consumer<Answer<T>>> call, Consumer<Answer<T>> then) {
        try {
            call.accept(then);
        } catch (RuntimeException broken) {
            then.accept(Answer.failed(Remedy.RETRY, "the call could not be made: " + broken));
        }
    }

    private void accept(Answer<T> answer) {
        if (!ended.complete(Optional.of(answer))) {
            late.accept(answer);
        }
    }

    private Optional<Answer<T>> await(long timeoutNanos) {
        try {
            return ended.get(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return giveUp();
        } catch (InterruptedException e) {
            Optional<Answer<T>> last = giveUp();
            Thread.currentThread().interrupt();
            return last;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes it exceptionally", e);
        }
    }

    /// The answer may have come in this very moment: then it counts.
    private Optional<Answer<T>> giveUp() {
        ended.complete(Optional.empty());
        return ended.join();
    }
}
