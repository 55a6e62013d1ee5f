package io.forebay.wire;

import io.forebay.core.answer.Limits;

/// The settings of a [WireServer].
///
/// @param bindHost the interface to listen on: a name or an address
/// @param port 0 lets the system choose
/// @param maxRequestBytes a longer request is refused before it is read: RESOURCE_EXHAUSTED
/// @param maxReplyBytes a longer reply becomes a failure
/// @param maxCallsPerConnection more wait at the caller
/// @param encoderThreads that encode replies
/// @param defaultTimeoutNanos for a call that brings no deadline
/// @param keepAliveNanos a connection that was silent this long is asked for a sign of life; gRPC makes it at least
///     10 s
/// @param keepAliveTimeoutNanos a connection that then stays silent this long has ended: its engines are deregistered
public record WireServerSettings(
        String bindHost,
        int port,
        int maxRequestBytes,
        int maxReplyBytes,
        int maxCallsPerConnection,
        int encoderThreads,
        long defaultTimeoutNanos,
        long keepAliveNanos,
        long keepAliveTimeoutNanos) {
    private static final long SECOND = 1_000_000_000L;

    /// The usual settings: a dead connection is noticed within 15 s.
    public static WireServerSettings of(String bindHost, int port) {
        return new WireServerSettings(
                bindHost,
                port,
                Limits.MAX_MESSAGE_BYTES,
                Limits.MAX_MESSAGE_BYTES,
                1_024,
                2,
                30 * SECOND,
                10 * SECOND,
                5 * SECOND);
    }

    /// The same with another patience for silent connections.
    public WireServerSettings withKeepAlive(long newKeepAliveNanos, long newKeepAliveTimeoutNanos) {
        return new WireServerSettings(
                bindHost,
                port,
                maxRequestBytes,
                maxReplyBytes,
                maxCallsPerConnection,
                encoderThreads,
                defaultTimeoutNanos,
                newKeepAliveNanos,
                newKeepAliveTimeoutNanos);
    }

    /// The same with another limit for requests.
    public WireServerSettings withMaxRequestBytes(int newMaxRequestBytes) {
        return new WireServerSettings(
                bindHost,
                port,
                newMaxRequestBytes,
                maxReplyBytes,
                maxCallsPerConnection,
                encoderThreads,
                defaultTimeoutNanos,
                keepAliveNanos,
                keepAliveTimeoutNanos);
    }

    /// The same with another limit for replies.
    public WireServerSettings withMaxReplyBytes(int newMaxReplyBytes) {
        return new WireServerSettings(
                bindHost,
                port,
                maxRequestBytes,
                newMaxReplyBytes,
                maxCallsPerConnection,
                encoderThreads,
                defaultTimeoutNanos,
                keepAliveNanos,
                keepAliveTimeoutNanos);
    }
}
