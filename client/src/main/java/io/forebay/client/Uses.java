package io.forebay.client;

import java.util.concurrent.atomic.AtomicInteger;

/// A count of those who use something that must outlive them: a mapping while bytes are copied from it, a lock
/// while somebody may write. What it guards is freed when the owner and all users have left, by the last of
/// them.
///
/// Safe from any thread; nobody waits.
final class Uses {
    private final AtomicInteger users = new AtomicInteger(1);
    private final Runnable free;

    /// Starts with one user, the owner.
    Uses(Runnable free) {
        this.free = free;
    }

    /// Joins the users; false if it is freed already.
    boolean enter() {
        return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /// Leaves; exactly once for each successful [#enter], and once for the owner.
    void leave() {
        if (users.decrementAndGet() == 0) {
            free.run();
        }
    }
}
