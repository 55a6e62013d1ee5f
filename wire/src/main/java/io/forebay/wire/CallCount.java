package io.forebay.wire;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The number of requests that a server has not answered yet, for its drain. Counts unary calls by itself; streams
/// count the requests within them with [#enter] and [#exit]. Safe from any thread.
final class CallCount implements ServerInterceptor {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private int open;

    void enter() {
        lock.lock();
        try {
            open++;
        } finally {
            lock.unlock();
        }
    }

    void exit() {
        lock.lock();
        try {
            open--;
            if (open == 0) {
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits until nothing is open or the time is over. True if nothing is open.
    boolean awaitIdle(long timeoutNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = timeoutNanos;
            while (open > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
            return open == 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public <Q, P> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
        if (!call.getMethodDescriptor().getType().clientSendsOneMessage()
                || !call.getMethodDescriptor().getType().serverSendsOneMessage()) {
            return next.startCall(call, headers);
        }
        enter();
        return new Counted<>(next.startCall(call, headers));
    }

    /// gRPC ends every call with exactly one of the two.
    private final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {
        Counted(ServerCall.Listener<Q> delegate) {
            super(delegate);
        }

        @Override
        public void onCancel() {
            exit();
            super.onCancel();
        }

        @Override
        public void onComplete() {
            exit();
            super.onComplete();
        }
    }
}
