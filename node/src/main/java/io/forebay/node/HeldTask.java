package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.prefetch.Landing;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.PromotionTask;
import io.forebay.core.prefetch.TaskAttempt;

/// A promotion task that this node was handed and whose end the master has not acknowledged. Changed by [Promoter] and,
/// for its state, by its [Promotion].
///
/// ```
/// WAITING ──worker──▶ READING ──▶ LANDED ──ledger applied──▶ (gone)
///    │                   └──▶ FAILED ──report answered──▶ (gone)
///    └──the master says it is over──▶ (gone); while READING: told to be alone, and gone when it is done
/// ```
final class HeldTask {
    /// Where it is.
    enum State {
        WAITING,
        READING,
        LANDED,
        FAILED
    }

    final TaskAttempt attempt;
    final BlockKey key;
    final Landing landing;
    /// Who asked first, or a router that joined before it was handed out.
    final PromotionSource source;

    final long startByNanos;
    final long expireAtNanos;
    State state = State.WAITING;

    /// Whether the master still wants to hear of it.
    boolean isWanted = true;

    /// Whether somebody asked to drop the block while it was read: then it does not become resident.
    boolean isDropped;

    boolean isPrefetch() {
        return source == PromotionSource.PREFETCH;
    }

    HeldTask(PromotionTask task, long nowNanos) {
        this.attempt = task.attempt();
        this.key = task.key();
        this.landing = task.landing();
        this.source = task.source();
        this.startByNanos = nowNanos + task.startByNanos();
        this.expireAtNanos = nowNanos + task.expireNanos();
    }
}
