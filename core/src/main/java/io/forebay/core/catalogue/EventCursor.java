package io.forebay.core.catalogue;

import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.EventRing;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.events.WatchEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How far one subscriber has come: a number, and a place in a snapshot while it hears one. A slice of
/// the snapshot is taken only when all events up to this moment are, and in the same step; that makes
/// both together exact.
///
/// ```
/// following ──what comes next has left the ring──▶ in a snapshot ──its end──▶ following
/// ```
///
/// Confined to its [Subscriptions].
final class EventCursor {
    private final ReplicaFeed feed;
    private final Sessions sessions;
    private final long masterEpoch;
    private final boolean table;
    private final int partEntries;
    private EventPart.@Nullable Started started;
    private @Nullable ReplicaScan scan;
    private long heard;

    EventCursor(ReplicaFeed feed, Sessions sessions, long masterEpoch, WatchEvents request, int partEntries) {
        this.feed = feed;
        this.sessions = sessions;
        this.masterEpoch = masterEpoch;
        this.table = request.table();
        this.partEntries = partEntries;
        switch (request.from()) {
            case WatchEvents.FromSnapshot _ -> start(Optional.empty(), true);
            case WatchEvents.FromNow _ -> start(Optional.empty(), false);
            case WatchEvents.After after -> goOn(after);
        }
    }

    private void goOn(WatchEvents.After after) {
        EventRing ring = feed.ring();
        if (after.masterEpoch() != masterEpoch || after.sequence() > ring.last()) {
            start(Optional.of(Gap.EPOCH), table);
        } else if (!ring.reaches(after.sequence())) {
            start(Optional.of(Gap.BEHIND), table);
        } else {
            heard = after.sequence();
            started = new EventPart.Started(masterEpoch, heard, Optional.empty(), false);
        }
    }

    private void start(Optional<Gap> gap, boolean snapshot) {
        end();
        heard = feed.ring().last();
        scan = snapshot ? feed.scan(sessions) : null;
        started = new EventPart.Started(masterEpoch, heard, gap, snapshot);
    }

    boolean hasParts() {
        return started != null || scan != null || heard < feed.ring().last();
    }

    /// The next parts, in order; none when it has all. O(the entries of two parts, and sessions).
    List<EventPart> take() {
        EventRing ring = feed.ring();
        if (!ring.reaches(heard)) {
            start(Optional.of(Gap.BEHIND), table);
        }
        List<EventPart> parts = new ArrayList<>();
        if (started != null) {
            parts.add(started);
            started = null;
        }
        List<ReplicaEvent> events = ring.after(heard, partEntries);
        if (!events.isEmpty()) {
            parts.add(new EventPart.Happened(heard + 1, events));
            heard += events.size();
        }
        if (scan != null && heard == ring.last()) {
            slice(scan, parts);
        }
        return parts;
    }

    private void slice(ReplicaScan from, List<EventPart> parts) {
        List<ReplicaPlace> places = from.take(partEntries);
        if (!places.isEmpty()) {
            parts.add(new EventPart.Standing(places));
        }
        if (places.size() < partEntries) {
            parts.add(new EventPart.Complete(heard));
            end();
        }
    }

    /// Nobody takes any more.
    void end() {
        if (scan != null) {
            feed.end(scan);
            scan = null;
        }
    }
}
