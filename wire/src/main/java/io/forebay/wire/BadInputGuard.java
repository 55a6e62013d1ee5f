package io.forebay.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The server's edge, where bad input becomes `INVALID_ARGUMENT` and a fault of ours becomes a failure, both of
/// that one call. Nothing behind it throws.
///
/// It stands between the bytes and their decoding: gRPC by itself answers bytes that are no message with `UNKNOWN`,
/// as if the fault were the server's.
final class BadInputGuard implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(BadInputGuard.class);

    private BadInputGuard() {}

    static ServerServiceDefinition around(ServerServiceDefinition service) {
        return ServerInterceptors.intercept(ServerInterceptors.useInputStreamMessages(service), new BadInputGuard());
    }

    @Override
    public <Q, P> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
        return new Guarded<>(call, next.startCall(call, headers));
    }

    private static final class Guarded<Q, P> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, P> call;
        private boolean over;

        Guarded(ServerCall<Q, P> call, ServerCall.Listener<Q> delegate) {
            super(delegate);
            this.call = call;
        }

        @Override
        public void onMessage(Q message) {
            guard(() -> super.onMessage(message));
        }

        @Override
        public void onHalfClose() {
            guard(super::onHalfClose);
        }

        @Override
        public void onCancel() {
            if (!over) {
                super.onCancel();
            }
        }

        @Override
        public void onComplete() {
            if (!over) {
                super.onComplete();
            }
        }

        @Override
        public void onReady() {
            if (!over) {
                super.onReady();
            }
        }

        private void guard(Runnable step) {
            if (over) {
                return;
            }
            try {
                step.run();
            } catch (InvalidInput e) {
                end(Statuses.refusal(e));
            } catch (RuntimeException e) {
                end(statusOf(e));
            }
        }

        private StatusRuntimeException statusOf(RuntimeException e) {
            if (e instanceof StatusRuntimeException && e.getCause() instanceof InvalidProtocolBufferException bad) {
                return Statuses.refusal("message", String.valueOf(bad.getMessage()));
            }
            LOG.error(
                    "a call of {} failed by our own fault",
                    call.getMethodDescriptor().getFullMethodName(),
                    e);
            return Statuses.failure(new Failure(Remedy.RECOMPUTE, "the server failed: " + e));
        }

        /// The handler hears of it as a cancellation, so that it says nothing more and frees what it holds.
        private void end(StatusRuntimeException error) {
            over = true;
            Metadata trailers = error.getTrailers();
            call.close(error.getStatus(), trailers == null ? new Metadata() : trailers);
            super.onCancel();
        }
    }
}
