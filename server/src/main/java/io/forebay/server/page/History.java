package io.forebay.server.page;

import io.forebay.server.metrics.Figures;
import io.forebay.server.metrics.Metrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// What the charts of a process are drawn from: its figures of the last five minutes and of the last hour, sampled once
/// a second by one thread from the same text that `/metrics` serves. In memory alone; a restart begins with nothing,
/// and who wants more has Prometheus.
public final class History implements AutoCloseable {
    private static final long EVERY_MILLIS = 1_000;

    /// What is kept: what the page draws.
    static final Set<String> KEPT = Set.of(
            "forebay_query_blocks_total",
            "forebay_fetch_attempts_total",
            "forebay_handoffs_complete_total",
            "forebay_handoffs_degraded_total",
            "forebay_pool_capacity_bytes",
            "forebay_pool_used_bytes",
            "forebay_pool_held_bytes",
            "forebay_ssd_capacity_bytes",
            "forebay_ssd_used_bytes",
            "forebay_prefetch_buffer_capacity_bytes",
            "forebay_prefetch_buffer_used_bytes",
            "forebay_blocks_resident",
            "forebay_evictions_total",
            "forebay_fabric_bytes_total",
            "forebay_catalogue_blocks",
            "forebay_catalogue_sessions",
            "forebay_catalogue_visible_nodes",
            "forebay_uptime_seconds");

    private final Metrics metrics;
    private final LongSupplier millisClock;
    private final List<Ring> rings;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("forebay-history").daemon(true).factory());

    /// Nothing is sampled before [#start].
    ///
    /// @param millisClock since 1970
    public History(Metrics metrics, LongSupplier millisClock) {
        this.metrics = metrics;
        this.millisClock = millisClock;
        this.rings = List.of(new Ring(Window.FIVE_MINUTES), new Ring(Window.HOUR));
    }

    /// Samples from now on until it is closed.
    public History start() {
        long now = millisClock.getAsLong();
        // In the middle of each step: a late thread hits its step all the same.
        long wait = EVERY_MILLIS - Math.floorMod(now + EVERY_MILLIS / 2, EVERY_MILLIS);
        var _ = thread.scheduleAtFixedRate(this::sample, wait, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return this;
    }

    /// Takes one sample. A figure that cannot be had is a gap, and the next sample tries again.
    void sample() {
        Map<String, Double> kept = new LinkedHashMap<>();
        try {
            Figures.of(metrics.text()).forEach((name, number) -> {
                if (KEPT.contains(Figures.name(name))) {
                    kept.put(name, number);
                }
            });
        } catch (RuntimeException broken) {
            return;
        }
        long now = millisClock.getAsLong();
        rings.forEach(ring -> ring.offer(now, kept));
    }

    /// Of that window, as it is now. Any thread.
    public Track track(Window window) {
        return switch (window) {
            case FIVE_MINUTES -> rings.getFirst().track();
            case HOUR -> rings.getLast().track();
        };
    }

    /// Ends the sampling.
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
