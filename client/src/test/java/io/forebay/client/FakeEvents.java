package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import io.forebay.wire.EventFlow;
import io.forebay.wire.EventReceiver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// A connection's event streams without a network, to a real master's events or to nothing.
final class FakeEvents {
    /// What was asked for, stream after stream.
    final List<WatchEvents> asked = new ArrayList<>();
    final List<Flow> open = new ArrayList<>();

    /// Who answers; null: the test does.
    @Nullable
    EventProtocol master;

    /// The latest stream.
    Flow last() {
        return open.getLast();
    }

    EventFlow watchEvents(WatchEvents request, EventReceiver receiver) {
        asked.add(request);
        Flow flow = new Flow(receiver);
        open.add(flow);
        EventProtocol answering = master;
        if (answering != null) {
            answering.watchEvents(request, flow::opened);
        }
        return flow;
    }

    /// One stream.
    final class Flow implements EventFlow {
        private final EventReceiver receiver;
        private final Queue<EventPart> parts = new ArrayDeque<>();
        private @Nullable SubscriptionId id;
        private boolean over;
        /// Parts that were asked for after the first one.
        int more;

        Flow(EventReceiver receiver) {
            this.receiver = receiver;
        }

        private void opened(Answer<SubscriptionId> answer) {
            if (answer instanceof Answer.Ok<SubscriptionId>(SubscriptionId subscription)) {
                id = subscription;
                pull();
            } else {
                lose(answer.problem());
            }
        }

        /// The next part, if the master has one or when it has.
        private void pull() {
            more++;
            EventPart next = parts.poll();
            SubscriptionId subscription = id;
            EventProtocol answering = master;
            if (over) {
                return;
            }
            if (next != null) {
                receiver.part(next, this::pull);
            } else if (subscription != null && answering != null) {
                answering.nextEvents(subscription, this::came);
            }
        }

        private void came(Answer<List<EventPart>> answer) {
            if (answer instanceof Answer.Ok<List<EventPart>>(List<EventPart> next)) {
                parts.addAll(next);
                pull();
            } else {
                lose(answer.problem());
            }
        }

        /// The test's own word.
        void say(EventPart part) {
            receiver.part(part, () -> more++);
        }

        void end(Answer<EventPart> why) {
            receiver.ended(why);
        }

        /// The network breaks, or the master does.
        void lose(String problem) {
            if (!over) {
                close();
                receiver.ended(Answer.failed(Remedy.RETRY, problem));
            }
        }

        boolean isOver() {
            return over;
        }

        @Override
        public void close() {
            over = true;
            SubscriptionId subscription = id;
            EventProtocol answering = master;
            if (subscription != null && answering != null) {
                answering.endEvents(subscription);
            }
        }
    }
}
