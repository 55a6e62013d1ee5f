package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.Remedy;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import io.forebay.wire.proto.EventsProto.WatchEventsResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open event streams of a server. Each takes from the master what comes next only when gRPC has
/// sent most of what came before, so that a slow subscriber keeps a few parts here, and falls behind
/// there. A connection that gives no sign of life ends as every other does, by the server's keep-alive.
final class EventCalls {
    private static final Logger LOG = LoggerFactory.getLogger(EventCalls.class);

    private final EventProtocol events;
    private final Replies replies;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    EventCalls(EventProtocol events, Replies replies) {
        this.events = events;
        this.replies = replies;
    }

    void open(WatchEvents request, ServerCallStreamObserver<WatchEventsResponse> out) {
        Call call = new Call(out);
        calls.add(call);
        out.setOnCancelHandler(call::forget);
        out.setOnReadyHandler(call::pump);
        events.watchEvents(request, call::opened);
    }

    /// Ends every stream that is open now.
    void close() {
        for (Call call : calls) {
            call.end(Statuses.failure(new Failure(Remedy.RETRY, "the master is shutting down")));
        }
    }

    /// One stream. `lock` guards `id`, `asking`, `over` and the sending side.
    private final class Call {
        private final ServerCallStreamObserver<WatchEventsResponse> out;
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable SubscriptionId id;
        private boolean asking;
        private boolean over;

        Call(ServerCallStreamObserver<WatchEventsResponse> out) {
            this.out = out;
        }

        void opened(Answer<SubscriptionId> answer) {
            switch (answer) {
                case Answer.Ok<SubscriptionId>(SubscriptionId subscription) -> {
                    if (keep(subscription)) {
                        events.whenOver(subscription, why -> replies.handOver(() -> over(why)));
                        pump();
                    } else {
                        events.endEvents(subscription);
                    }
                }
                case Answer.Refused<SubscriptionId> refused ->
                    end(Statuses.refusal(refused.field(), refused.message()));
                case Answer.Failed<SubscriptionId> failed -> end(Statuses.failure(failed.failure()));
            }
        }

        private boolean keep(SubscriptionId subscription) {
            lock.lock();
            try {
                id = subscription;
                return !over;
            } finally {
                lock.unlock();
            }
        }

        /// Asks for what comes next, if there is room for it and nothing is being asked.
        void pump() {
            SubscriptionId asked = null;
            lock.lock();
            try {
                if (!over && !asking && out.isReady()) {
                    asked = id;
                    asking = asked != null;
                }
            } finally {
                lock.unlock();
            }
            if (asked != null) {
                events.nextEvents(asked, answer -> replies.handOver(() -> came(answer)));
            }
        }

        private void came(Answer<List<EventPart>> answer) {
            switch (answer) {
                case Answer.Ok<List<EventPart>>(List<EventPart> parts) -> {
                    try {
                        send(parts.stream().map(EventTranslation::toWire).toList());
                    } catch (RuntimeException e) {
                        LOG.error("events could not be sent", e);
                        end(Statuses.failure(new Failure(Remedy.RETRY, "the server failed: " + e)));
                    }
                    pump();
                }
                case Answer.Refused<List<EventPart>> refused ->
                    end(Statuses.refusal(refused.field(), refused.message()));
                case Answer.Failed<List<EventPart>> failed -> end(Statuses.failure(failed.failure()));
            }
        }

        private void send(List<WatchEventsResponse> messages) {
            lock.lock();
            try {
                asking = false;
                if (!over) {
                    messages.forEach(out::onNext);
                }
            } finally {
                lock.unlock();
            }
        }

        /// The master ends it though nobody asks: the client hears why as soon as it reads again.
        private void over(String why) {
            end(Statuses.failure(new Failure(Remedy.RETRY, why)));
        }

        void end(StatusRuntimeException why) {
            if (forget()) {
                out.onError(why);
            }
        }

        /// True for the first caller only.
        private boolean forget() {
            SubscriptionId ended;
            lock.lock();
            try {
                if (over) {
                    return false;
                }
                over = true;
                calls.remove(this);
                ended = id;
            } finally {
                lock.unlock();
            }
            if (ended != null) {
                events.endEvents(ended);
            }
            return true;
        }
    }
}
