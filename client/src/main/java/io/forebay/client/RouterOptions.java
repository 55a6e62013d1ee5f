package io.forebay.client;

import io.forebay.core.answer.InvalidInput;
import java.time.Duration;
import java.util.List;

/// How a [RouterClient] asks.
///
/// @param masters `host:port` of each, 1–16; the first is asked first
/// @param callTimeout the bound on each call, all masters and all batches of it together
/// @param offFor how long a trigger is not sent behind one that was answered as switched off or not supported; what
///     was switched on meanwhile is noticed so much later
public record RouterOptions(List<String> masters, Duration callTimeout, Duration offFor) {
    private static final int MAX_MASTERS = 16;
    private static final Duration LONGEST = Duration.ofHours(1);

    public RouterOptions {
        masters = List.copyOf(masters);
        InvalidInput.unless(
                !masters.isEmpty() && masters.size() <= MAX_MASTERS,
                "masters",
                "has " + masters.size() + " entries; it must have 1 to " + MAX_MASTERS);
        InvalidInput.unless(
                callTimeout.isPositive() && callTimeout.compareTo(LONGEST) <= 0,
                "call_timeout",
                "is " + callTimeout + "; it must be positive and at most " + LONGEST);
        InvalidInput.unless(
                !offFor.isNegative() && offFor.compareTo(LONGEST) <= 0,
                "off_for",
                "is " + offFor + "; it must be from 0 to " + LONGEST);
    }

    /// 2 s for a call, 30 s of not asking.
    public static RouterOptions of(List<String> masters) {
        return new RouterOptions(masters, Duration.ofSeconds(2), Duration.ofSeconds(30));
    }
}
