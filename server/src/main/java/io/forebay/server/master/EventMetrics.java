package io.forebay.server.master;

import io.forebay.server.metrics.SnapshotMetrics;

/// The master's metrics about its event stream. A catalogue that starts over begins with nothing.
final class EventMetrics {
    private EventMetrics() {}

    static void addTo(SnapshotMetrics<MasterStats> master) {
        master.gauge(
                        "event_subscribers",
                        "Who listens to what happens to replicas.",
                        each -> each.events().subscribers())
                .counter(
                        "events_published",
                        "Events about replicas, heard by somebody or not.",
                        each -> each.events().published())
                .counter(
                        "event_snapshots",
                        "Snapshots that subscribers were given.",
                        each -> each.events().snapshots())
                .counters(
                        "event_gaps",
                        "Times a subscriber was told that events are missing.",
                        "cause",
                        each -> each.events().gaps())
                .counter(
                        "event_subscribers_stalled",
                        "Subscriptions that ended because nothing was taken of them.",
                        each -> each.events().stalled())
                .counter(
                        "event_subscribers_broken",
                        "Subscriptions that ended because telling them failed.",
                        each -> each.events().broken());
    }
}
