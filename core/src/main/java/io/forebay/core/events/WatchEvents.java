package io.forebay.core.events;

import io.forebay.core.answer.InvalidInput;

/// Somebody wants to hear what happens to replicas.
///
/// @param table whether a snapshot is to follow where events are missing; whoever keeps no table goes
///     on from the present instead
public record WatchEvents(From from, boolean table) {
    /// Where to begin. A closed set.
    public sealed interface From {}

    /// With all that stands now, and then what happens.
    public record FromSnapshot() implements From {}

    /// With what happens from now on.
    public record FromNow() implements From {}

    /// With what happened behind this event, as long as the master still knows; else there is a gap.
    ///
    /// @param masterEpoch the incarnation whose number it is
    /// @param sequence of the last event that was heard; 0 for none
    public record After(long masterEpoch, long sequence) implements From {
        public After {
            InvalidInput.unless(masterEpoch >= 1, "master_epoch", "is " + masterEpoch + "; it must be at least 1");
            InvalidInput.unless(sequence >= 0, "sequence", "is " + sequence + "; events are numbered from 1");
        }
    }

    /// For a table, from nothing.
    public static WatchEvents snapshot() {
        return new WatchEvents(new FromSnapshot(), true);
    }

    /// For somebody who only looks on.
    public static WatchEvents now() {
        return new WatchEvents(new FromNow(), false);
    }
}
