package io.forebay.server.page;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.recorder.Recollection;
import io.forebay.server.explain.Recall;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// What a process remembers of late, for its pages: asked of its loop once a second at most, however many look. Safe
/// from any thread.
public final class Remembered {
    private static final long WAIT_MILLIS = 1_000;

    private final Recall memory;
    private final Fresh<Answer<Reading>> last = new Fresh<>(TimeUnit.SECONDS.toNanos(1));

    /// What was said, and when: what happened before that has its time from here.
    ///
    /// @param atMillis the clock's time of the answer
    record Reading(Recollection recollection, long atMillis) {}

    /// @param memory whose
    public Remembered(Recall memory) {
        this.memory = memory;
    }

    /// Waits for the process's loop, a second at most.
    Answer<Reading> latest() {
        return last.get(this::ask);
    }

    private Answer<Reading> ask() {
        CompletableFuture<Answer<Recollection>> asked = new CompletableFuture<>();
        memory.recall(Optional.empty(), asked::complete);
        try {
            return asked.get(WAIT_MILLIS, TimeUnit.MILLISECONDS)
                    .map(recollection -> new Reading(recollection, System.currentTimeMillis()));
        } catch (TimeoutException | ExecutionException busy) {
            return Answer.failed(Remedy.RETRY, "no answer within " + WAIT_MILLIS + " ms");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Answer.failed(Remedy.RETRY, "it is shutting down");
        }
    }
}
