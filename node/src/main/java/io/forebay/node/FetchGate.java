package io.forebay.node;

import io.forebay.core.fetch.Turnstile;

/// A [Turnstile] whose visitors are what they do once inside. Loop thread only.
final class FetchGate {
    private final Turnstile<Runnable> turnstile;

    FetchGate(long capacity, int maxWaiting) {
        this.turnstile = new Turnstile<>(capacity, maxWaiting);
    }

    /// Runs `go` at once or, on the loop, when there is room; every entry is followed by [leave].
    ///
    /// @param go the same object for [leave]
    /// @return false when the queue is full: `go` is not run and must not leave
    boolean enter(Runnable go, long weight) {
        Turnstile.Entry entry = turnstile.enter(go, weight);
        if (entry == Turnstile.Entry.INSIDE) {
            go.run();
        }
        return entry != Turnstile.Entry.REFUSED;
    }

    /// It is done, or does not wait any longer. Once more has no effect.
    void leave(Runnable go) {
        turnstile.leave(go).forEach(Runnable::run);
    }

    int inside() {
        return turnstile.inside();
    }

    int waiting() {
        return turnstile.waiting();
    }

    long weight() {
        return turnstile.weight();
    }
}
