package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.Remedy;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.instance.InstanceId;
import io.forebay.wire.proto.EngineProto.RegisterRequest;
import io.forebay.wire.proto.EngineProto.RegisterResponse;
import io.forebay.wire.proto.EngineServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The engine's ends of the streams that register its ranks. Safe from any thread.
///
/// ```
/// asked ──welcome──▶ open ──stream ends──▶ over, and the listener hears of it
///   └──error, time-out──▶ over      open ──ended here──▶ over, silently
/// ```
final class RegistrationStreams implements AutoCloseable {
    private static final MethodDescriptor<RegisterRequest, RegisterResponse> METHOD =
            EngineServiceGrpc.getRegisterMethod();

    private record Rank(InstanceId instance, int rank) {}

    private enum State {
        ASKED,
        OPEN,
        OVER
    }

    private final Connection connection;
    private final long timeoutNanos;
    private final RegistrationListener listener;
    private final ScheduledExecutorService timer = DaemonThreads.timer("forebay-wire-register");
    private final Map<Rank, Stream> streams = new ConcurrentHashMap<>();

    /// @param timeoutNanos from asking to the welcome
    RegistrationStreams(Connection connection, long timeoutNanos, RegistrationListener listener) {
        this.connection = connection;
        this.timeoutNanos = timeoutNanos;
        this.listener = listener;
    }

    void open(Registration request, Consumer<Answer<Registered>> then) {
        Stream stream = new Stream(new Rank(request.instance(), request.rank()), new Once<>(then));
        Stream older = streams.put(stream.rank, stream);
        if (older != null) {
            older.end("the rank registers again");
        }
        try {
            var _ = timer.schedule(stream::expire, timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            stream.end("the channel is closed");
            return;
        }
        ClientCalls.asyncServerStreamingCall(connection.stream(METHOD), EngineRequests.toWire(request), stream);
        stream.cancelIfOver();
    }

    void end(InstanceId instance, int rank) {
        Stream stream = streams.get(new Rank(instance, rank));
        if (stream != null) {
            stream.end("deregistered");
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        streams.values().forEach(stream -> stream.end("the channel is closed"));
    }

    /// One gRPC call.
    private final class Stream implements ClientResponseObserver<RegisterRequest, RegisterResponse> {
        private final Rank rank;
        private final Once<Registered> then;
        private final AtomicReference<State> state = new AtomicReference<>(State.ASKED);
        private volatile @Nullable ClientCallStreamObserver<RegisterRequest> out;

        Stream(Rank rank, Once<Registered> then) {
            this.rank = rank;
            this.then = then;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<RegisterRequest> requests) {
            out = requests;
        }

        @Override
        public void onNext(RegisterResponse welcome) {
            Answer<Registered> answer = connection.decoded(METHOD, welcome, EngineReplies::fromWire);
            if (answer instanceof Answer.Ok && state.compareAndSet(State.ASKED, State.OPEN)) {
                then.accept(answer);
            } else if (!(answer instanceof Answer.Ok)) {
                end(answer);
            }
        }

        @Override
        public void onError(Throwable error) {
            over(connection.failure(METHOD, error));
        }

        @Override
        public void onCompleted() {
            over(connection.failure(METHOD, "the node ended the stream"));
        }

        private void over(Answer<Registered> why) {
            streams.remove(rank, this);
            switch (state.getAndSet(State.OVER)) {
                case ASKED -> then.accept(why);
                case OPEN -> listener.lost(rank.instance(), rank.rank(), failureOf(why));
                case OVER -> {}
            }
        }

        private void expire() {
            if (state.compareAndSet(State.ASKED, State.OVER)) {
                streams.remove(rank, this);
                then.accept(connection.failure(METHOD, "no welcome came in time"));
                cancelIfOver();
            }
        }

        void end(String why) {
            end(connection.failure(METHOD, why));
        }

        /// Ends the stream from here; a registration that was open ends silently.
        private void end(Answer<Registered> why) {
            streams.remove(rank, this);
            if (state.getAndSet(State.OVER) == State.ASKED) {
                then.accept(why);
            }
            cancelIfOver();
        }

        /// Whoever ends a stream that is only just being started leaves the cancelling to whoever starts it.
        void cancelIfOver() {
            ClientCallStreamObserver<RegisterRequest> call = out;
            if (call != null && state.get() == State.OVER) {
                call.cancel("ended here", null);
            }
        }

        private static Failure failureOf(Answer<Registered> why) {
            return switch (why) {
                case Answer.Failed<Registered>(Failure failure) -> failure;
                case Answer.Refused<Registered> refused ->
                    new Failure(Remedy.RECOMPUTE, refused.field() + ": " + refused.message());
                case Answer.Ok<Registered> _ -> throw new AssertionError("an end is never Ok");
            };
        }
    }
}
