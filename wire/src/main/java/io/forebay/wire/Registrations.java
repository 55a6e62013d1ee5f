package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.Remedy;
import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.instance.InstanceId;
import io.forebay.wire.proto.EngineProto.RegisterResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The open Register streams of a server, one for each rank. The end of a stream deregisters its rank, exactly once,
/// if the rank was registered by it.
///
/// ```
/// asked ──Ok──▶ open ──cancelled, replaced, server closes──▶ gone, after deregister
///   │ └─cancelled─▶ orphan ──Ok──▶ gone, after deregister     orphan ──no──▶ gone
///   └──no──▶ gone
/// ```
///
/// Safe from any thread. The node hears register and deregister under one lock, hence in the order in which they
/// happened. When an engine comes back before the loss of its old connection was noticed, the old registration ends
/// once the node has said yes to the new one; a new one that is refused changes nothing.
final class Registrations {
    private record Rank(InstanceId instance, int rank) {}

    private enum State {
        ASKED,
        ORPHAN,
        OPEN,
        GONE
    }

    private static final class Stream {
        final ServerCallStreamObserver<RegisterResponse> call;
        State state = State.ASKED;

        /// The rank's registration until the node has said yes to this one.
        @Nullable
        Stream older;

        Stream(ServerCallStreamObserver<RegisterResponse> call) {
            this.call = call;
        }
    }

    private final EngineProtocol engine;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Rank, Stream> streams = new HashMap<>();
    private boolean closed;

    Registrations(EngineProtocol engine) {
        this.engine = engine;
    }

    /// Registers a rank for as long as `call` is open.
    void open(Registration registration, ServerCallStreamObserver<RegisterResponse> call) {
        Rank rank = new Rank(registration.instance(), registration.rank());
        Stream stream = new Stream(call);
        call.setOnCancelHandler(() -> locked(() -> cancelled(rank, stream)));
        locked(() -> {
            Stream older = streams.get(rank);
            if (closed || (older != null && older.state != State.OPEN)) {
                stream.state = State.GONE;
                call.onError(closed ? closing() : failure("an earlier registration of this rank is under way"));
                return;
            }
            stream.older = older;
            streams.put(rank, stream);
            ask(registration, rank, stream);
        });
    }

    private void ask(Registration registration, Rank rank, Stream stream) {
        try {
            engine.register(registration, answer -> locked(() -> answered(rank, stream, answer)));
        } catch (RuntimeException e) {
            forget(rank, stream);
            throw e;
        }
    }

    /// Ends every registration, and those that are still to come.
    void close() {
        locked(() -> {
            closed = true;
            for (Map.Entry<Rank, Stream> entry : List.copyOf(streams.entrySet())) {
                if (entry.getValue().state == State.OPEN) {
                    end(entry.getKey(), entry.getValue(), closing());
                } else {
                    endOlder(entry.getKey(), entry.getValue(), closing());
                    entry.getValue().state = State.ORPHAN;
                    entry.getValue().call.onError(closing());
                }
            }
        });
    }

    private void answered(Rank rank, Stream stream, Answer<Registered> answer) {
        State before = stream.state;
        if (before != State.ASKED && before != State.ORPHAN) {
            return;
        }
        if (answer instanceof Answer.Ok<Registered>(Registered registered)) {
            if (before == State.ORPHAN) {
                forget(rank, stream);
                engine.deregister(rank.instance(), rank.rank());
            } else {
                endOlder(rank, stream, failure("the rank has registered on another connection"));
                stream.state = State.OPEN;
                stream.call.onNext(EngineReplies.toWire(registered));
            }
            return;
        }
        forget(rank, stream);
        if (before == State.ASKED) {
            switch (answer) {
                case Answer.Ok<Registered> _ -> throw new AssertionError("handled above");
                case Answer.Refused<Registered> refused ->
                    stream.call.onError(Statuses.refusal(refused.field(), refused.message()));
                case Answer.Failed<Registered> failed -> stream.call.onError(Statuses.failure(failed.failure()));
            }
        }
    }

    private void cancelled(Rank rank, Stream stream) {
        switch (stream.state) {
            case ASKED -> stream.state = State.ORPHAN;
            case OPEN -> {
                forget(rank, stream);
                engine.deregister(rank.instance(), rank.rank());
            }
            case ORPHAN, GONE -> {}
        }
    }

    private void end(Rank rank, Stream stream, StatusRuntimeException why) {
        forget(rank, stream);
        stream.call.onError(why);
        engine.deregister(rank.instance(), rank.rank());
    }

    private void endOlder(Rank rank, Stream stream, StatusRuntimeException why) {
        Stream older = stream.older;
        stream.older = null;
        if (older != null && older.state == State.OPEN) {
            end(rank, older, why);
        }
    }

    /// The stream is over; an older one that it did not replace is the rank's registration again.
    private void forget(Rank rank, Stream stream) {
        stream.state = State.GONE;
        Stream older = stream.older;
        if (older != null && older.state == State.OPEN) {
            streams.replace(rank, stream, older);
        } else {
            streams.remove(rank, stream);
        }
    }

    private void locked(Runnable step) {
        lock.lock();
        try {
            step.run();
        } finally {
            lock.unlock();
        }
    }

    private static StatusRuntimeException closing() {
        return failure("the node is shutting down");
    }

    private static StatusRuntimeException failure(String message) {
        return Statuses.failure(new Failure(Remedy.RETRY, message));
    }
}
