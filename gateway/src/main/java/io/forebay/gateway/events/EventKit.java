package io.forebay.gateway.events;

import io.forebay.core.events.EventProtocol;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/// What the publisher and the answerer of replays have in common; all of it safe from both their threads.
///
/// @param events the master's stream
/// @param buffer what was published last
/// @param seconds since 1970, for batches
/// @param nanoClock never goes back
record EventKit(
        EventProtocol events,
        PartTranslation translation,
        BatchEncoder encoder,
        ReplayBuffer buffer,
        ZmqTally tally,
        DoubleSupplier seconds,
        LongSupplier nanoClock) {
    Follower follower() {
        return new Follower(events, nanoClock);
    }

    byte[] encode(List<VllmEvent> batch) {
        return encoder.encode(seconds.getAsDouble(), batch);
    }
}
