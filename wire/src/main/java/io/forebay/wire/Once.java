package io.forebay.wire;

import io.forebay.core.answer.Answer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A continuation that runs once, and never on the thread that made it: gRPC may fail a call while it is being
/// started, and the caller may hold a lock. Such an early answer gets a virtual thread; every other one runs where it
/// arrives.
final class Once<R> implements Consumer<Answer<R>> {
    private static final Logger LOG = LoggerFactory.getLogger(Once.class);

    private final AtomicReference<@Nullable Consumer<Answer<R>>> then;
    private final Thread caller = Thread.currentThread();

    Once(Consumer<Answer<R>> then) {
        this.then = new AtomicReference<>(then);
    }

    /// The first answer counts.
    @Override
    public void accept(Answer<R> answer) {
        Consumer<Answer<R>> first = then.getAndSet(null);
        if (first == null) {
            return;
        }
        if (Thread.currentThread() == caller) {
            Thread.ofVirtual().name("forebay-wire-early").start(() -> run(first, answer));
        } else {
            run(first, answer);
        }
    }

    private static <R> void run(Consumer<Answer<R>> then, Answer<R> answer) {
        try {
            then.accept(answer);
        } catch (RuntimeException e) {
            LOG.error("the receiver of an answer failed", e);
        }
    }
}
