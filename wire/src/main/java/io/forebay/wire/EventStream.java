package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.events.EventPart;
import io.forebay.wire.proto.EventsProto.WatchEventsRequest;
import io.forebay.wire.proto.EventsProto.WatchEventsResponse;
import io.forebay.wire.proto.RouterServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The subscriber's end of one stream of events: it asks for one part at a time. It has no deadline;
/// its connection's keep-alive notices a master that is gone. Safe from any thread.
final class EventStream implements ClientResponseObserver<WatchEventsRequest, WatchEventsResponse>, EventFlow {
    static final MethodDescriptor<WatchEventsRequest, WatchEventsResponse> METHOD =
            RouterServiceGrpc.getWatchEventsMethod();

    private final Connection connection;
    private final EventReceiver receiver;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable ClientCallStreamObserver<WatchEventsRequest> out;

    EventStream(Connection connection, EventReceiver receiver) {
        this.connection = connection;
        this.receiver = receiver;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<WatchEventsRequest> requests) {
        requests.disableAutoRequestWithInitial(1);
        out = requests;
    }

    @Override
    public void onNext(WatchEventsResponse message) {
        switch (connection.decoded(METHOD, message, EventTranslation::fromWire)) {
            case Answer.Ok<Optional<EventPart>>(Optional<EventPart> part) -> {
                if (!over.get()) {
                    part.ifPresentOrElse(known -> receiver.part(known, this::more), this::more);
                }
            }
            case Answer.Refused<Optional<EventPart>> refused ->
                broken(new Answer.Refused<>(refused.field(), refused.message()));
            case Answer.Failed<Optional<EventPart>> failed -> broken(new Answer.Failed<>(failed.failure()));
        }
    }

    private void more() {
        ClientCallStreamObserver<WatchEventsRequest> call = out;
        if (call != null) {
            call.request(1);
        }
    }

    private void broken(Answer<EventPart> why) {
        if (over.compareAndSet(false, true)) {
            cancel();
            receiver.ended(why);
        }
    }

    @Override
    public void onError(Throwable error) {
        if (over.compareAndSet(false, true)) {
            receiver.ended(connection.failure(METHOD, error));
        }
    }

    @Override
    public void onCompleted() {
        if (over.compareAndSet(false, true)) {
            receiver.ended(connection.failure(METHOD, "the master ended the stream"));
        }
    }

    @Override
    public void close() {
        over.set(true);
        cancel();
    }

    private void cancel() {
        ClientCallStreamObserver<WatchEventsRequest> call = out;
        if (call != null) {
            call.cancel("ended here", null);
        }
    }
}
