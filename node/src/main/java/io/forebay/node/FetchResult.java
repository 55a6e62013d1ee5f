package io.forebay.node;

import io.forebay.core.fetch.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a fetch brought.
///
/// @param blocks the leading wanted blocks, resident and each held once for the receiver
/// @param cause why the next one is missing; null when all came
record FetchResult(List<ResidentBlock> blocks, @Nullable Outcome cause) {}
