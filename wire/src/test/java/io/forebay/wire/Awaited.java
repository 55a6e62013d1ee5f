package io.forebay.wire;

import io.forebay.core.answer.Answer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// A continuation whose answer a test waits for.
final class Awaited<R> implements Consumer<Answer<R>> {
    private static final long PATIENCE_SECONDS = 10;

    private final BlockingQueue<Answer<R>> answers = new LinkedBlockingQueue<>();
    final AtomicInteger count = new AtomicInteger();

    @Override
    public void accept(Answer<R> answer) {
        count.incrementAndGet();
        answers.add(answer);
    }

    Answer<R> answer() throws InterruptedException {
        Answer<R> answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("no answer within " + PATIENCE_SECONDS + " s");
        }
        return answer;
    }

    R ok() throws InterruptedException {
        return switch (answer()) {
            case Answer.Ok<R> ok -> ok.value();
            case Answer.Refused<R> refused -> throw new AssertionError(refused.toString());
            case Answer.Failed<R> failed -> throw new AssertionError(failed.toString());
        };
    }

    Answer.Failed<R> failed() throws InterruptedException {
        if (answer() instanceof Answer.Failed<R> failed) {
            return failed;
        }
        throw new AssertionError("did not fail");
    }

    Answer.Refused<R> refused() throws InterruptedException {
        if (answer() instanceof Answer.Refused<R> refused) {
            return refused;
        }
        throw new AssertionError("was not refused");
    }

    /// Waits until a condition holds that another thread brings about.
    static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("did not become true within " + PATIENCE_SECONDS + " s");
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }
}
