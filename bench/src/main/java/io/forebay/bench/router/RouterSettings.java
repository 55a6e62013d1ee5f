package io.forebay.bench.router;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.Layout;
import java.time.Duration;

/// How a trace is played with a router. A value out of its range is refused under the name of its option.
///
/// @param layout of every block
/// @param queryDeadline of every get
/// @param window from a request's arrival at the router to its dispatch
/// @param speed the trace's time runs so many times faster than the clock; the window does not
public record RouterSettings(Layout layout, Duration queryDeadline, Duration window, double speed) {
    private static final Duration LONGEST_WINDOW = Duration.ofMinutes(1);
    private static final double MOST_SPEED = 10_000;

    public RouterSettings {
        InvalidInput.unless(
                !window.isNegative() && window.compareTo(LONGEST_WINDOW) <= 0,
                "window",
                "is " + window + "; it must be from 0 to " + LONGEST_WINDOW);
        InvalidInput.unless(
                speed >= 0.01 && speed <= MOST_SPEED,
                "speed",
                "is " + speed + "; it must be from 0.01 to " + MOST_SPEED);
    }
}
