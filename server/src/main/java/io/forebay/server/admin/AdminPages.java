package io.forebay.server.admin;

import io.forebay.server.explain.ExplainPage;
import io.forebay.server.metrics.Metrics;
import java.util.Map;
import java.util.function.Supplier;

/// What an [AdminServer] shows.
///
/// @param status short names and their values, asked anew each time
/// @param explain why a block or a request went as it did
public record AdminPages(Metrics metrics, Health health, Supplier<Map<String, Object>> status, ExplainPage explain) {}
