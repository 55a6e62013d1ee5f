package io.forebay.server.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// The metrics of one process. Whoever counts hands out a snapshot; each metric is one line that picks a number (or a
/// number for each label) from it:
///
/// ```
/// metrics.from(node::stats)
///         .counter("evictions", "Blocks evicted for room.", NodeStats::evictions)
///         .counters("query_blocks", "Blocks of queries by outcome.", "outcome", NodeStats::outcomes);
/// ```
///
/// One scrape takes one snapshot of each source, when it first needs it: its figures fit together, and they are not
/// older than the question.
///
/// Names get the prefix `forebay_`. A label never holds an address or a request id: their number has no bound. Safe
/// from any thread.
public final class Metrics {
    /// What every name begins with.
    public static final String PREFIX = "forebay_";

    /// What the scrape of this thread has taken, by source.
    private static final ScopedValue<Map<Supplier<?>, Object>> SCRAPE = ScopedValue.newInstance();

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final List<Description> descriptions = new ArrayList<>();

    /// One metric, for documents.
    ///
    /// @param name in full, with the `_total` of a counter
    /// @param labels names, comma-separated; empty for none
    public record Description(String name, String kind, String labels, String help) {}

    /// A source of snapshots, to hang metrics on.
    public <S> SnapshotMetrics<S> from(Supplier<S> snapshot) {
        return new SnapshotMetrics<>(this, () -> once(snapshot));
    }

    @SuppressWarnings("unchecked") // under a source lies what that source gave
    private static <S> S once(Supplier<S> snapshot) {
        return SCRAPE.isBound() ? (S) SCRAPE.get().computeIfAbsent(snapshot, Supplier::get) : snapshot.get();
    }

    /// Every metric registered so far, in order.
    public List<Description> descriptions() {
        return List.copyOf(descriptions);
    }

    /// The Prometheus text format.
    public String text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(16_384);
        try {
            PrometheusTextFormatWriter.create()
                    .write(
                            out,
                            ScopedValue.where(SCRAPE, new IdentityHashMap<>()).call(registry::scrape));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toString(java.nio.charset.StandardCharsets.UTF_8);
    }

    /// @param label names, with commas between several; so are the values in each key
    void counter(String name, String help, String label, Supplier<Map<String, Double>> values) {
        String[] labels = label.split(",", -1);
        CounterWithCallback.Builder builder = CounterWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .callback(each -> values.get().forEach((value, number) -> {
                    if (label.isEmpty()) {
                        each.call(number);
                    } else {
                        each.call(number, value.split(",", labels.length));
                    }
                }));
        (label.isEmpty() ? builder : builder.labelNames(labels)).register(registry);
        descriptions.add(new Description(PREFIX + name + "_total", "counter", label, help));
    }

    void gauge(String name, String help, String label, Supplier<Map<String, Double>> values) {
        GaugeWithCallback.Builder builder = GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .callback(each -> values.get().forEach((value, number) -> {
                    if (label.isEmpty()) {
                        each.call(number);
                    } else {
                        each.call(number, value);
                    }
                }));
        (label.isEmpty() ? builder : builder.labelNames(label)).register(registry);
        descriptions.add(new Description(PREFIX + name, "gauge", label, help));
    }

    static <K> Map<String, Double> doubles(Map<K, ? extends Number> numbers, Function<K, String> word) {
        Map<String, Double> doubles = new java.util.LinkedHashMap<>();
        numbers.forEach((key, number) -> doubles.put(word.apply(key), number.doubleValue()));
        return doubles;
    }
}
