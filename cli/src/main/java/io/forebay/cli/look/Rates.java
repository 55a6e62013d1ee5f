package io.forebay.cli.look;

import io.forebay.bench.page.MetricsPage;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a node did a second between two looks.
///
/// @param savedBytes sealed by engines
/// @param fetchedBytes read from peers
/// @param diskReadBytes of blocks read from SSD
/// @param diskWrittenBytes written to SSD in all
/// @param outcomes blocks of queries by how they ended, those that came to anything
/// @param prefetched blocks that came from SSD ahead of need
public record Rates(
        double savedBytes,
        double fetchedBytes,
        double diskReadBytes,
        double diskWrittenBytes,
        Map<String, Double> outcomes,
        double prefetched) {
    private static final String OUTCOME = "outcome=\"";

    /// Empty when either look has no figures, or the process has started anew in between.
    public static Optional<Rates> between(NodeLook then, NodeLook now, long nanos) {
        if (then.metrics().isEmpty() || now.metrics().isEmpty() || nanos <= 0) {
            return Optional.empty();
        }
        if (now.figure("uptime_seconds") < then.figure("uptime_seconds")) {
            return Optional.empty();
        }
        Between between = new Between(then, now, nanos / 1e9);
        return Optional.of(new Rates(
                between.of("save_bytes_sealed_total"),
                between.of("fabric_bytes_total"),
                between.of("ssd_bytes_read_total"),
                between.of("ssd_bytes_written_total"),
                between.outcomes(now.metrics().get()),
                between.of("promotions_landed_total")));
    }

    private record Between(NodeLook then, NodeLook now, double seconds) {
        double of(String name, String... labels) {
            return Math.max(0, now.figure(name, labels) - then.figure(name, labels)) / seconds;
        }

        Map<String, Double> outcomes(MetricsPage page) {
            Map<String, Double> rates = new TreeMap<>();
            for (MetricsPage.Sample sample : page.samples()) {
                if (sample.name().equals("query_blocks_total")
                        && sample.labels().startsWith(OUTCOME)) {
                    String outcome = sample.labels()
                            .substring(OUTCOME.length(), sample.labels().length() - 1);
                    double rate = of(sample.name(), sample.labels());
                    if (rate > 0) {
                        rates.put(outcome, rate);
                    }
                }
            }
            return rates;
        }
    }
}
