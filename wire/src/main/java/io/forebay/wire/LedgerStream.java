package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.wire.proto.MasterProto.LedgerRequest;
import io.forebay.wire.proto.MasterProto.LedgerResponse;
import io.forebay.wire.proto.MasterServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The node's end of the ledger stream. Opened by the batch that finds none; dropped by an error, by a time-out,
/// and by a reply that makes no sense. A reply counts if it comes on the stream that is open and has the number of
/// the batch in flight; duplicates and late ones fall on the floor.
///
/// `lock` guards all fields; continuations run outside it.
final class LedgerStream implements AutoCloseable {
    private static final MethodDescriptor<LedgerRequest, LedgerResponse> METHOD = MasterServiceGrpc.getLedgerMethod();

    private final Connection connection;
    private final ScheduledExecutorService timer = DaemonThreads.timer("forebay-wire-ledger");
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Stream open;
    private @Nullable Flight flight;
    private boolean closed;

    LedgerStream(Connection connection) {
        this.connection = connection;
    }

    /// The batch in flight.
    private record Flight(long number, Once<LedgerReply> then, Future<?> timeout) {
        void end(Answer<LedgerReply> answer) {
            timeout.cancel(false);
            then.accept(answer);
        }
    }

    void send(LedgerBatch batch, long timeoutNanos, Consumer<Answer<LedgerReply>> then) {
        Once<LedgerReply> once = new Once<>(then);
        LedgerRequest message = LedgerTranslation.toWire(batch, timeoutNanos);
        String refused = null;
        lock.lock();
        try {
            if (closed) {
                refused = "the channel is closed";
            } else if (flight != null) {
                refused = "batch " + flight.number() + " is still in flight";
            } else {
                Future<?> timeout = timer.schedule(() -> expire(once), timeoutNanos, TimeUnit.NANOSECONDS);
                flight = new Flight(batch.number(), once, timeout);
                sendOn(open == null ? new Stream() : open, message);
            }
        } finally {
            lock.unlock();
        }
        if (refused != null) {
            once.accept(connection.failure(METHOD, refused));
        }
    }

    /// Opening and sending may fail at once, on this very thread: then [Stream#onError] has already cleaned up.
    private void sendOn(Stream stream, LedgerRequest message) {
        if (open == null) {
            open = stream;
            ClientCalls.asyncBidiStreamingCall(connection.stream(METHOD), stream);
        }
        if (open == stream && stream.out != null) {
            stream.out.onNext(message);
        }
    }

    private void expire(Once<LedgerReply> expired) {
        Flight over = null;
        lock.lock();
        try {
            if (flight != null && flight.then() == expired) {
                over = flight;
                flight = null;
                drop("timed out");
            }
        } finally {
            lock.unlock();
        }
        if (over != null) {
            over.end(connection.failure(METHOD, "no reply to batch " + over.number() + " in time"));
        }
    }

    /// Caller holds the lock.
    private void drop(String why) {
        Stream stream = open;
        open = null;
        if (stream != null && stream.out != null) {
            stream.out.cancel(why, null);
        }
    }

    @Override
    public void close() {
        Flight over;
        lock.lock();
        try {
            closed = true;
            over = flight;
            flight = null;
            drop("closed");
        } finally {
            lock.unlock();
        }
        timer.shutdownNow();
        if (over != null) {
            over.end(connection.failure(METHOD, "the channel is closed"));
        }
    }

    private void received(Stream stream, LedgerResponse reply) {
        Answer<LedgerReply> answer = connection.decoded(METHOD, reply, LedgerTranslation::fromWire);
        Flight over = null;
        lock.lock();
        try {
            if (stream == open && flight != null && flight.number() == reply.getBatchNumber()) {
                over = flight;
                flight = null;
                if (!(answer instanceof Answer.Ok)) {
                    drop("the reply is malformed");
                }
            }
        } finally {
            lock.unlock();
        }
        if (over != null) {
            over.end(answer);
        }
    }

    private void ended(Stream stream, Answer<LedgerReply> why) {
        Flight over = null;
        lock.lock();
        try {
            if (stream == open) {
                open = null;
                over = flight;
                flight = null;
            }
        } finally {
            lock.unlock();
        }
        if (over != null) {
            over.end(why);
        }
    }

    /// One gRPC call.
    private final class Stream implements ClientResponseObserver<LedgerRequest, LedgerResponse> {
        private @Nullable ClientCallStreamObserver<LedgerRequest> out;

        @Override
        public void beforeStart(ClientCallStreamObserver<LedgerRequest> requests) {
            out = requests;
        }

        @Override
        public void onNext(LedgerResponse reply) {
            received(this, reply);
        }

        @Override
        public void onError(Throwable error) {
            ended(this, connection.failure(METHOD, error));
        }

        @Override
        public void onCompleted() {
            ended(this, connection.failure(METHOD, "the master ended the stream"));
        }
    }
}
