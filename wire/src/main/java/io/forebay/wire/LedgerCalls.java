package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.wire.proto.MasterProto.LedgerRequest;
import io.forebay.wire.proto.MasterProto.LedgerResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The open Ledger streams of a server. Each asks gRPC for the next batch only after the one before is answered, so a
/// node cannot have two in flight, whatever it sends.
final class LedgerCalls {
    private final MasterProtocol master;
    private final Replies replies;
    private final CallCount count;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    LedgerCalls(MasterProtocol master, Replies replies, CallCount count) {
        this.master = master;
        this.replies = replies;
        this.count = count;
    }

    StreamObserver<LedgerRequest> open(ServerCallStreamObserver<LedgerResponse> out) {
        Call call = new Call(out);
        calls.add(call);
        out.disableAutoRequest();
        out.setOnCancelHandler(call::forget);
        out.request(1);
        return call;
    }

    /// Ends every stream that is open now.
    void close() {
        for (Call call : calls) {
            call.end(Statuses.failure(new Failure(Remedy.RETRY, "the master is shutting down")));
        }
    }

    /// One stream. `lock` guards `over`, `busy`, `halfClosed` and the sending side.
    private final class Call implements StreamObserver<LedgerRequest> {
        private final ServerCallStreamObserver<LedgerResponse> out;
        private final ReentrantLock lock = new ReentrantLock();
        private boolean over;
        private boolean busy;
        private boolean halfClosed;

        Call(ServerCallStreamObserver<LedgerResponse> out) {
            this.out = out;
        }

        @Override
        public void onNext(LedgerRequest request) {
            LedgerBatch batch;
            try {
                batch = LedgerTranslation.fromWire(request);
            } catch (InvalidInput e) {
                end(Statuses.refusal(e));
                return;
            }
            if (enter()) {
                long left = request.getRemainingNanos();
                master.ledger(
                        batch,
                        left > 0 ? left : replies.defaultTimeoutNanos(),
                        answer -> replies.handOver(() -> answer(batch.number(), answer)));
            }
        }

        private boolean enter() {
            lock.lock();
            try {
                if (over) {
                    return false;
                }
                busy = true;
                count.enter();
                return true;
            } finally {
                lock.unlock();
            }
        }

        private void answer(long number, Answer<LedgerReply> answer) {
            switch (answer) {
                case Answer.Ok<LedgerReply> ok -> send(LedgerTranslation.toWire(ok.value(), number));
                case Answer.Refused<LedgerReply> refused -> end(Statuses.refusal(refused.field(), refused.message()));
                case Answer.Failed<LedgerReply> failed -> end(Statuses.failure(failed.failure()));
            }
        }

        private void send(LedgerResponse reply) {
            lock.lock();
            try {
                if (over || !busy) {
                    return;
                }
                busy = false;
                count.exit();
                out.onNext(reply);
                if (halfClosed) {
                    over = true;
                    calls.remove(this);
                    out.onCompleted();
                } else {
                    out.request(1);
                }
            } finally {
                lock.unlock();
            }
        }

        void end(StatusRuntimeException why) {
            if (forget()) {
                out.onError(why);
            }
        }

        /// True for the first caller only.
        private boolean forget() {
            lock.lock();
            try {
                if (over) {
                    return false;
                }
                over = true;
                calls.remove(this);
                if (busy) {
                    busy = false;
                    count.exit();
                }
                return true;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void onError(Throwable cancelled) {
            forget();
        }

        @Override
        public void onCompleted() {
            lock.lock();
            try {
                halfClosed = true;
                if (!busy && !over) {
                    over = true;
                    calls.remove(this);
                    out.onCompleted();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
