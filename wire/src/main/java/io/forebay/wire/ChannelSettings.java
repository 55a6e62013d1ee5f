package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;

/// The settings of a channel.
///
/// @param callTimeoutNanos how long a call may take that brings no deadline of its own
/// @param slackNanos how much longer than a request's own deadline the channel waits for the answer that says so;
///     less than the 250 ms that a late answer may take
/// @param connectTimeoutNanos how long one attempt to connect may take
/// @param keepAliveNanos a connection that was silent this long is asked for a sign of life; gRPC allows no less than
/// 10 s
/// @param keepAliveTimeoutNanos a connection that then stays silent this long has ended
/// @param closeNanos how long `close` may take
/// @param maxMessageBytes of one reply
public record ChannelSettings(
        long callTimeoutNanos,
        long slackNanos,
        long connectTimeoutNanos,
        long keepAliveNanos,
        long keepAliveTimeoutNanos,
        long closeNanos,
        int maxMessageBytes) {
    private static final long MILLISECOND = 1_000_000L;
    private static final long SECOND = 1_000 * MILLISECOND;

    public ChannelSettings {
        positive("call_timeout", callTimeoutNanos);
        positive("connect_timeout", connectTimeoutNanos);
        positive("keep_alive", keepAliveNanos);
        positive("keep_alive_timeout", keepAliveTimeoutNanos);
        positive("close", closeNanos);
        positive("max_message", maxMessageBytes);
        InvalidInput.unless(slackNanos >= 0, "slack", "is negative: " + slackNanos);
    }

    private static void positive(String field, long value) {
        InvalidInput.unless(value > 0, field, "is " + value + "; it must be positive");
    }

    /// The usual settings.
    public static ChannelSettings defaults() {
        return new ChannelSettings(
                5 * SECOND, 100 * MILLISECOND, 2 * SECOND, 10 * SECOND, 5 * SECOND, SECOND, Limits.MAX_MESSAGE_BYTES);
    }

    /// The same with another time-out for calls that bring no deadline.
    public ChannelSettings withCallTimeoutNanos(long newCallTimeoutNanos) {
        return new ChannelSettings(
                newCallTimeoutNanos,
                slackNanos,
                connectTimeoutNanos,
                keepAliveNanos,
                keepAliveTimeoutNanos,
                closeNanos,
                maxMessageBytes);
    }
}
