package io.forebay.core.events;

import io.forebay.core.answer.Answer;
import java.util.List;
import java.util.function.Consumer;

/// What a subscriber's connection asks of the master. It takes the parts one after the other, each when
/// it has room for it, so that the master keeps a place for it and no queue. Whoever does not ask for
/// [EventTerms#STALL_NANOS] has lost its subscription.
///
/// Calls only enqueue; `then` is called on the master's own thread.
public interface EventProtocol {
    /// Begins a subscription; a failure when there are too many.
    void watchEvents(WatchEvents request, Consumer<Answer<SubscriptionId>> then);

    /// What comes next, when there is something: one to four parts. One such call at a time. A failure
    /// when the subscription is over.
    void nextEvents(SubscriptionId subscription, Consumer<Answer<List<EventPart>>> then);

    /// Tells why, once, when the subscription ends by itself while it is not being asked: nothing was taken of it for
    /// too
    /// long, or the master starts over.
    default void whenOver(SubscriptionId subscription, Consumer<String> then) {}

    /// The subscription is over. Never refused; no change if it was.
    void endEvents(SubscriptionId subscription);
}
