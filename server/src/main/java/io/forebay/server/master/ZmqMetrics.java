package io.forebay.server.master;

import io.forebay.gateway.events.ZmqFigures;
import io.forebay.server.metrics.Metrics;
import java.util.function.Supplier;

/// The master's metrics about the events that it publishes as vLLM does; all 0 where it publishes none.
public final class ZmqMetrics {
    private ZmqMetrics() {}

    /// Adds them.
    public static void addTo(Metrics metrics, Supplier<ZmqFigures> figures) {
        metrics.from(figures)
                .counter("events_zmq_batches", "Batches of events published over ZeroMQ.", ZmqFigures::batches)
                .counter("events_zmq_events", "Events in the batches published over ZeroMQ.", ZmqFigures::events)
                .counter("events_zmq_bytes", "Bytes of the batches published over ZeroMQ.", ZmqFigures::bytes)
                .counter(
                        "events_zmq_resyncs",
                        "Times the publisher was behind the master, cleared everything and published all that stands.",
                        ZmqFigures::resyncs)
                .counters(
                        "events_zmq_replays",
                        "Requests for batches that a subscriber has missed, by what became of them.",
                        "end",
                        ZmqFigures::replays)
                .counter(
                        "events_zmq_replayed_batches",
                        "Batches sent to those who had missed some.",
                        ZmqFigures::replayed)
                .gauge(
                        "events_zmq_buffer_batches",
                        "Batches that are kept for those who miss some.",
                        ZmqFigures::bufferBatches)
                .gauge("events_zmq_buffer_bytes", "Bytes that they take.", ZmqFigures::bufferBytes);
    }
}
