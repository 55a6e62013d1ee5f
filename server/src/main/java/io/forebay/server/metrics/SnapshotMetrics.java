package io.forebay.server.metrics;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// Metrics that are read from one kind of snapshot.
///
/// @param <S> the snapshot
public final class SnapshotMetrics<S> {
    private final Metrics metrics;
    private final Supplier<S> snapshot;

    SnapshotMetrics(Metrics metrics, Supplier<S> snapshot) {
        this.metrics = metrics;
        this.snapshot = snapshot;
    }

    /// A number that only grows. `_total` is added to its name.
    public SnapshotMetrics<S> counter(String name, String help, ToDoubleFunction<S> number) {
        metrics.counter(name, help, "", () -> Map.of("", number.applyAsDouble(snapshot.get())));
        return this;
    }

    /// A number that only grows, for each value of a label; keys are enums or short names, in lower case. Several
    /// labels, and the values in a key, have commas between them.
    public SnapshotMetrics<S> counters(
            String name, String help, String label, Function<S, ? extends Map<?, ? extends Number>> numbers) {
        metrics.counter(name, help, label, () -> Metrics.doubles(numbers.apply(snapshot.get()), SnapshotMetrics::word));
        return this;
    }

    /// A number as it is now.
    public SnapshotMetrics<S> gauge(String name, String help, ToDoubleFunction<S> number) {
        metrics.gauge(name, help, "", () -> Map.of("", number.applyAsDouble(snapshot.get())));
        return this;
    }

    /// A number as it is now, for each value of a label.
    public SnapshotMetrics<S> gauges(
            String name, String help, String label, Function<S, ? extends Map<?, ? extends Number>> numbers) {
        metrics.gauge(name, help, label, () -> Metrics.doubles(numbers.apply(snapshot.get()), SnapshotMetrics::word));
        return this;
    }

    private static String word(Object key) {
        return String.valueOf(key).toLowerCase(Locale.ROOT);
    }
}
