package io.forebay.server.master;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.MasterShell;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import io.forebay.node.Loop;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The way to the event stream from other threads. Only who wants to begin one may be turned away: what
/// a subscriber asks then is one question at a time, so that its number is bounded by that of
/// subscribers.
///
/// @param shell the one that counts now; asked on the loop
record EventDoor(Loop loop, Supplier<MasterShell> shell) implements EventProtocol {
    @Override
    public void watchEvents(WatchEvents request, Consumer<Answer<SubscriptionId>> then) {
        if (!loop.offer(() -> shell.get().events().watchEvents(request, then))) {
            then.accept(Answer.failed(Remedy.RETRY, "the master's queue is full or it is shutting down"));
        }
    }

    @Override
    public void nextEvents(SubscriptionId subscription, Consumer<Answer<List<EventPart>>> then) {
        loop.post(() -> shell.get().events().nextEvents(subscription, then));
    }

    @Override
    public void whenOver(SubscriptionId subscription, Consumer<String> then) {
        loop.post(() -> shell.get().events().whenOver(subscription, then));
    }

    @Override
    public void endEvents(SubscriptionId subscription) {
        loop.post(() -> shell.get().events().endEvents(subscription));
    }
}
