package io.forebay.core.prefetch;

import io.forebay.core.session.SessionId;
import java.util.Optional;

/// What a trigger comes to for one block.
///
/// @param owner who has the task, or would have it; none where there is none
public record Triggered(PrefetchStatus status, Optional<SessionId> owner) {}
