package io.forebay.fabric;

import java.util.concurrent.atomic.AtomicLong;

/// What a peer owes a link, and whether it does anything about it. Written on the worker's thread, read on any.
final class UcxDebt {
    private final AtomicLong incurred = new AtomicLong();
    private final AtomicLong settled = new AtomicLong();
    private final AtomicLong signs = new AtomicLong();

    /// A get or a question is on its way to the peer.
    void incur() {
        incurred.lazySet(incurred.get() + 1);
    }

    /// One of them has ended.
    void settle() {
        settled.lazySet(settled.get() + 1);
        sign();
    }

    /// Something has come of the peer.
    void sign() {
        signs.lazySet(signs.get() + 1);
    }

    /// How often something has come so far.
    long signs() {
        return signs.get();
    }

    /// True if the peer owes bytes or an answer.
    boolean isOwed() {
        return incurred.get() != settled.get();
    }
}
