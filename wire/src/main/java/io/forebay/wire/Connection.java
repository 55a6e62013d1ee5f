package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.ChannelOption;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One connection to one server, made when the first call needs it and made anew by each call that finds it broken:
/// when to try again is the caller's decision, not gRPC's. Safe from any thread; answers come on Netty's threads.
final class Connection implements AutoCloseable {
    private final String address;
    private final ChannelSettings settings;
    private final Remedy remedy;
    private final @Nullable String notServed;
    private final ManagedChannel channel;

    /// @param remedy of the failures that name none
    Connection(String address, ChannelSettings settings, Remedy remedy) {
        this(address, settings, remedy, null);
    }

    /// @param notServed what is wrong when the server does not know a call, which then is a refusal; null makes it
    ///     a failure like any other
    Connection(String address, ChannelSettings settings, Remedy remedy, @Nullable String notServed) {
        QuietLogs.apply();
        Address parsed = Address.parse(address);
        this.address = parsed.toString();
        this.settings = settings;
        this.remedy = remedy;
        this.notServed = notServed;
        this.channel = NettyChannelBuilder.forAddress(parsed.host(), parsed.port())
                .usePlaintext()
                .directExecutor()
                .proxyDetector(_ -> null)
                .disableRetry()
                .disableServiceConfigLookUp()
                .maxInboundMessageSize(settings.maxMessageBytes())
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        TimeUnit.NANOSECONDS.toMillis(settings.connectTimeoutNanos()))
                .keepAliveTime(settings.keepAliveNanos(), TimeUnit.NANOSECONDS)
                .keepAliveTimeout(settings.keepAliveTimeoutNanos(), TimeUnit.NANOSECONDS)
                .keepAliveWithoutCalls(true)
                .build();
    }

    /// The same connection, for calls that a server may not know: that is a refusal then. It is closed with this one.
    Connection with(String whatIsNotServed) {
        return new Connection(address, settings, remedy, whatIsNotServed, channel);
    }

    private Connection(
            String address, ChannelSettings settings, Remedy remedy, String notServed, ManagedChannel channel) {
        this.address = address;
        this.settings = settings;
        this.remedy = remedy;
        this.notServed = notServed;
        this.channel = channel;
    }

    /// Calls `method`, answered within `timeoutNanos`.
    <Q, P, R> void call(
            MethodDescriptor<Q, P> method,
            Q request,
            long timeoutNanos,
            Function<P, R> decode,
            Consumer<Answer<R>> then) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeoutNanos, TimeUnit.NANOSECONDS);
        Reply<P, R> reply = new Reply<>(method, decode, new Once<>(then));
        ClientCalls.asyncUnaryCall(start(method, options), request, reply);
    }

    /// A call without a deadline, for a stream that lives.
    <Q, P> ClientCall<Q, P> stream(MethodDescriptor<Q, P> method) {
        return start(method, CallOptions.DEFAULT);
    }

    /// gRPC would fail calls at once until its own back-off (1 s to 2 min) is over; an idle channel connects.
    private <Q, P> ClientCall<Q, P> start(MethodDescriptor<Q, P> method, CallOptions options) {
        if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
            channel.enterIdle();
        }
        return channel.newCall(method, options);
    }

    /// What the end of a call with `error` means.
    <R> Answer<R> failure(MethodDescriptor<?, ?> method, Throwable error) {
        return notServed != null && NotServed.is(error)
                ? NotServed.answer(notServed)
                : Statuses.answer(error, remedy, where(method));
    }

    /// A failure of our own making.
    <R> Answer<R> failure(MethodDescriptor<?, ?> method, String message) {
        return Answer.failed(remedy, where(method) + ": " + message);
    }

    /// Decodes a reply; a bad one is the server's failure.
    <P, R> Answer<R> decoded(MethodDescriptor<?, P> method, P reply, Function<P, R> decode) {
        try {
            return Answer.ok(decode.apply(reply));
        } catch (InvalidInput e) {
            return failure(method, "the reply is malformed: " + e.getMessage());
        }
    }

    private String where(MethodDescriptor<?, ?> method) {
        return method.getBareMethodName() + " at " + address;
    }

    /// Fails every call in flight and every later one. Returns within `closeNanos`.
    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(settings.closeNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Reply<P, R> implements StreamObserver<P> {
        private final MethodDescriptor<?, P> method;
        private final Function<P, R> decode;
        private final Once<R> then;
        private @Nullable P value;

        Reply(MethodDescriptor<?, P> method, Function<P, R> decode, Once<R> then) {
            this.method = method;
            this.decode = decode;
            this.then = then;
        }

        @Override
        public void onNext(P reply) {
            value = reply;
        }

        @Override
        public void onError(Throwable error) {
            then.accept(failure(method, error));
        }

        @Override
        public void onCompleted() {
            then.accept(value == null ? failure(method, "no reply came") : decoded(method, value, decode));
        }
    }
}
