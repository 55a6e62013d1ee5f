package io.forebay.wire;

import io.forebay.core.answer.Answer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One method of a fake: what it was asked, and what it answers, on a thread of its own. Silent until told an answer.
final class Script<Q, R> {
    final BlockingQueue<Q> asked = new LinkedBlockingQueue<>();
    final BlockingQueue<Long> timeouts = new LinkedBlockingQueue<>();

    /// Continuations of what was asked while silent.
    final BlockingQueue<Consumer<Answer<R>>> silent = new LinkedBlockingQueue<>();

    private final Executor thread;
    private volatile @Nullable Function<Q, Answer<R>> answer;

    Script(Executor thread) {
        this.thread = thread;
    }

    void answers(Function<Q, Answer<R>> newAnswer) {
        answer = newAnswer;
    }

    void answers(R value) {
        answer = _ -> Answer.ok(value);
    }

    void silence() {
        answer = null;
    }

    void ask(Q request, long timeoutNanos, Consumer<Answer<R>> then) {
        timeouts.add(timeoutNanos);
        ask(request, then);
    }

    void ask(Q request, Consumer<Answer<R>> then) {
        asked.add(request);
        Function<Q, Answer<R>> now = answer;
        if (now != null) {
            thread.execute(() -> then.accept(now.apply(request)));
        } else {
            silent.add(then);
        }
    }

    /// Answers, late, the oldest request that met silence.
    void answerSilent(Answer<R> late) throws InterruptedException {
        Consumer<Answer<R>> then = silent.poll(10, TimeUnit.SECONDS);
        if (then == null) {
            throw new AssertionError("nothing met silence within 10 s");
        }
        thread.execute(() -> then.accept(late));
    }

    Q nextAsked() throws InterruptedException {
        Q next = asked.poll(10, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing was asked within 10 s");
        }
        return next;
    }
}
