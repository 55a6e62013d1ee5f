package io.forebay.cli.look;

import io.forebay.bench.page.MetricsPage;
import java.util.List;
import java.util.Optional;

/// A master at one moment.
///
/// @param http `host:port` of its pages
/// @param metrics its figures; empty where it did not answer
/// @param complaints what it says of itself that is wrong, each as the rest of a sentence
/// @param problem why it did not answer; empty when it did
public record MasterLook(String http, Optional<MetricsPage> metrics, List<String> complaints, String problem) {
    public MasterLook {
        complaints = List.copyOf(complaints);
    }

    /// One of its figures, over all labels but those given; 0 where it did not answer.
    long figure(String name, String... labels) {
        return metrics.map(page -> page.sum(name, labels)).orElse(0L);
    }
}
