package io.forebay.server.admin;

import io.forebay.server.explain.ExplainPage;
import io.forebay.server.metrics.Metrics;
import java.util.Map;
import java.util.function.Supplier;

/// What an [AdminServer] shows.
///
/// @param status short names and their values, asked anew each time
/// @param explain why a block or a request went as it did
/// @param switches by their paths, such as `/prefetch`
/// @param actions what is done by `POST`, by their paths, such as `/drop`
/// @param api further pages for programs, by their paths under `/api`
public record AdminPages(
        Metrics metrics,
        Health health,
        Supplier<Map<String, Object>> status,
        ExplainPage explain,
        Map<String, RuntimeSwitch> switches,
        Map<String, ApiPage> actions,
        Map<String, ApiPage> api) {
    public AdminPages {
        switches = Map.copyOf(switches);
        actions = Map.copyOf(actions);
        api = Map.copyOf(api);
    }

    /// Nothing can be switched.
    public AdminPages(Metrics metrics, Health health, Supplier<Map<String, Object>> status, ExplainPage explain) {
        this(metrics, health, status, explain, Map.of(), Map.of(), Map.of());
    }
}
