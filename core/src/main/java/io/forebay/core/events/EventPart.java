package io.forebay.core.events;

import java.util.List;
import java.util.Optional;

/// A piece of what a subscriber hears, to be taken in order. A closed set.
///
/// ```
/// Started(no snapshot) ── Happened* ──┐                     ┌── a later Started: a gap
/// Started(snapshot) ── (Standing | Happened)* ── Complete ── Happened* ──┘
/// ```
///
/// A table that is emptied at a [Started] with a snapshot, adds what is [Standing] and follows what has
/// [Happened] is equal to the master's at each [Complete] and at each end of a [Happened] behind it.
/// Between the two it is not: some of it has not been said yet, and what has happened may name replicas
/// that are not there, or are there already.
public sealed interface EventPart {
    /// The most entries of one part.
    int MAX_ENTRIES = 4_096;

    /// From here on the events behind `sequence` follow, each of them once and in order.
    ///
    /// @param masterEpoch the incarnation of the master, in which its events count from 1
    /// @param gap why it is not what the subscriber asked for, or could have expected; empty when it is
    /// @param snapshot whether all replicas that stand now follow, too: a table is to be emptied
    record Started(long masterEpoch, long sequence, Optional<Gap> gap, boolean snapshot) implements EventPart {}

    /// Replicas that stand, a part of a snapshot.
    ///
    /// @param places at most [#MAX_ENTRIES]
    record Standing(List<ReplicaPlace> places) implements EventPart {
        public Standing {
            places = List.copyOf(places);
        }
    }

    /// The snapshot is whole: with it and the events up to `sequence` a table is what the master's was
    /// then.
    record Complete(long sequence) implements EventPart {}

    /// Events, one behind the other.
    ///
    /// @param firstSequence of the first; each of the next has one more
    /// @param events at most [#MAX_ENTRIES]; at least one from a master of today
    /// @param count of sequence numbers that it takes, those of events included that are not known here
    record Happened(long firstSequence, List<ReplicaEvent> events, long count) implements EventPart {
        public Happened {
            events = List.copyOf(events);
        }

        /// All of them are known.
        public Happened(long firstSequence, List<ReplicaEvent> events) {
            this(firstSequence, events, events.size());
        }

        /// The last one's number.
        public long lastSequence() {
            return firstSequence + count - 1;
        }
    }

    /// Why events are missing.
    enum Gap {
        /// They are of another incarnation of the master, which does not know what has been.
        EPOCH,
        /// They have left the ring: the subscriber was away for too long, or took them too slowly.
        BEHIND
    }
}
