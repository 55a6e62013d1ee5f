package io.forebay.server.page;

import io.forebay.core.answer.InvalidInput;
import java.util.Arrays;
import java.util.stream.Collectors;

/// How far back a chart goes, and how finely.
public enum Window {
    /// Five minutes, second by second.
    FIVE_MINUTES("5m", 1_000, 300),
    /// An hour, in tens of seconds.
    HOUR("1h", 10_000, 360);

    private final String word;
    private final long stepMillis;
    private final int steps;

    Window(String word, long stepMillis, int steps) {
        this.word = word;
        this.stepMillis = stepMillis;
        this.steps = steps;
    }

    /// As it is asked for.
    public String word() {
        return word;
    }

    /// Between two samples.
    public long stepMillis() {
        return stepMillis;
    }

    /// Samples that are kept.
    public int steps() {
        return steps;
    }

    /// The window that is asked for so.
    ///
    /// @throws InvalidInput when there is none
    public static Window of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new InvalidInput(
                        "window",
                        "must be one of "
                                + Arrays.stream(values()).map(Window::word).collect(Collectors.joining(", "))));
    }
}
