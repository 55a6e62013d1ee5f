package io.forebay.bench.measure;

import io.forebay.core.answer.InvalidInput;
import java.time.Duration;
import java.util.List;

/// How a running cluster is measured. A value out of its range is refused under the name of its option.
///
/// @param master `host:port` of its admin pages
/// @param nodes `host:port` of the admin pages of each node; empty: those that the master names
/// @param duration for how long it is watched, a look each second
/// @param workers promotion workers of each node
/// @param readMillis of one worker for one block
/// @param windowMillis from trigger to get, where none can be seen
/// @param residencyMillis from the get until the block may leave the prefetch buffer
/// @param gateShare of DRAM in use from which on nothing is promoted
public record LiveSettings(
        String master,
        List<String> nodes,
        Duration duration,
        int workers,
        double readMillis,
        double windowMillis,
        double residencyMillis,
        double gateShare) {
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final int MAX_WORKERS = 64;

    public LiveSettings {
        nodes = List.copyOf(nodes);
        InvalidInput.unless(
                duration.compareTo(Duration.ofSeconds(2)) >= 0 && duration.compareTo(LONGEST) <= 0,
                "for",
                "is " + duration + "; it must be from 2 s to " + LONGEST);
        InvalidInput.unless(
                workers >= 1 && workers <= MAX_WORKERS,
                "workers",
                "is " + workers + "; it must be from 1 to " + MAX_WORKERS);
        MeasureSettings.requireMillis("read-millis", readMillis, 0.001);
        MeasureSettings.requireMillis("window-millis", windowMillis, 0);
        MeasureSettings.requireMillis("residency-millis", residencyMillis, 0);
        InvalidInput.unless(
                gateShare > 0 && gateShare <= 1, "gate", "is " + gateShare + "; it must be above 0 and at most 1");
    }
}
