package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.events.EventPart;

/// Hears what a stream of events brings. Called on the channel's threads, one call at a time, and must
/// only hand over.
public interface EventReceiver {
    /// The next part. No further one comes until `more` is run, from any thread.
    void part(EventPart part, Runnable more);

    /// The stream is over, and not by its receiver's own doing; never an [Answer.Ok]. [NotServed] knows
    /// a master without events. It may come on the thread that opens the stream.
    void ended(Answer<EventPart> why);
}
