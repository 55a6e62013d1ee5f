package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.events.EventPart;

/// Hears what happens to replicas. Called on the subscription's own thread, one call at a time; the
/// next part comes when this one has returned, so that a slow listener holds up nobody: it falls
/// behind, and hears of a gap.
public interface EventListener {
    /// The next part, across losses of the connection: what follows a loss is what follows the part
    /// before it, or a [EventPart.Started] with a gap.
    void part(EventPart part);

    /// The connection is lost, or could not be made; the subscription tries again by itself.
    ///
    /// @param why never an [Answer.Ok]; [io.forebay.wire.NotServed] knows a master without events
    default void lost(Answer<EventPart> why) {}
}
