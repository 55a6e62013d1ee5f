package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.SessionId;

/// What became true of promotions. A closed set, and all of it soft: a master that starts over has no tasks, nodes
/// drop what they have not begun, and routers may trigger again.
public sealed interface PrefetchEvent {
    /// A key has a task: its owner's SSD record is pinned until the task's end.
    ///
    /// @param tries that came before it and were in vain
    record Queued(TaskId task, BlockKey key, SessionId owner, Landing landing, Wish wish, int tries, long atNanos)
            implements PrefetchEvent {}

    /// One more wants what a task brings.
    record Joined(TaskId task, Wish wish) implements PrefetchEvent {}

    /// The task is handed to its owner.
    record Claimed(TaskId task) implements PrefetchEvent {}

    /// The owner does not have the task it was handed: it waits again, with the next attempt.
    record Requeued(TaskId task) implements PrefetchEvent {}

    /// The owner reads.
    record Started(TaskId task) implements PrefetchEvent {}

    /// The task is over: its pin is gone, and its place in the quota.
    record Ended(TaskId task, TaskEnd end) implements PrefetchEvent {}

    /// The node had no room: the task is over as failed, and its key is tried again by itself.
    record Yielded(TaskId task, long nextNanos, long untilNanos) implements PrefetchEvent {}

    /// A request no longer wants it; others do.
    record InterestEnded(TaskId task, String requestId) implements PrefetchEvent {}

    /// A throttled key is tried again by itself.
    ///
    /// @param tries made so far
    /// @param nextNanos of the next one
    record CandidateKept(BlockKey key, Wish wish, int tries, long nextNanos, long untilNanos)
            implements PrefetchEvent {}

    /// A key is no longer tried.
    record CandidateDropped(BlockKey key) implements PrefetchEvent {}

    /// A request no longer wants a candidate; others do.
    record CandidateInterestEnded(BlockKey key, String requestId) implements PrefetchEvent {}

    /// A node's pull of this number is answered: older ones are ignored.
    record Pulled(SessionId owner, long number) implements PrefetchEvent {}

    /// The owner found no room in its buffer: there is none until less than so much of it is kept, something lands in
    /// it,
    /// or it is so late.
    ///
    /// @param keptBytes [PromotionView#bufferKeptBytes] at that moment
    record BufferFull(SessionId owner, long keptBytes, long untilNanos) implements PrefetchEvent {}

    /// A get met the block on SSD only.
    record Met(BlockKey key) implements PrefetchEvent {}

    /// A session is over, its pulls with it.
    record SessionForgotten(SessionId owner) implements PrefetchEvent {}

    /// Triggers are heard from now on, or no longer.
    record Switched(boolean on) implements PrefetchEvent {}
}
