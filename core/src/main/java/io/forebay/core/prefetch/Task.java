package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.SessionId;

/// One promotion on its way. Changed by [TaskTable] alone.
final class Task {
    /// The rows of [Promotions]' table.
    enum State {
        QUEUED,
        CLAIMED,
        PROMOTING
    }

    final TaskId id;
    final BlockKey key;
    final SessionId owner;
    final Landing landing;
    /// Under which it was admitted; a later trigger does not move the count.
    final PromotionSource admittedAs;

    /// Tries of it that were in vain.
    final int tries;

    final long queuedNanos;
    final Interests interests = new Interests();
    State state = State.QUEUED;
    PromotionSource source;
    int attempt = 1;
    long startByNanos;
    long expireAtNanos;

    Task(PrefetchEvent.Queued queued) {
        this.id = queued.task();
        this.key = queued.key();
        this.owner = queued.owner();
        this.landing = queued.landing();
        this.admittedAs = queued.wish().source();
        this.source = queued.wish().source();
        this.tries = queued.tries();
        this.queuedNanos = queued.atNanos();
        this.startByNanos = queued.wish().startByNanos();
        this.expireAtNanos = queued.wish().expireAtNanos();
    }

    boolean is(TaskAttempt word) {
        return word.task().equals(id) && word.attempt() == attempt;
    }

    PromotionTask handedOut(long nowNanos) {
        return new PromotionTask(
                new TaskAttempt(id, attempt), key, source, landing, startByNanos - nowNanos, expireAtNanos - nowNanos);
    }
}
