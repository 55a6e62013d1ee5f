package io.forebay.core.events;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The latest events, each with a number: 1, 2, 3 and so on, without holes. Adding is O(1) and pushes
/// the oldest out.
///
/// Until somebody listens it keeps nothing, and only counts. One thread's.
public final class EventRing {
    private @Nullable ReplicaEvent[] events = new ReplicaEvent[0];
    private long last;
    private long kept;

    /// Keeps so many from now on; no change if it keeps some already.
    public void open(int capacity) {
        if (events.length == 0) {
            events = new ReplicaEvent[capacity];
        }
    }

    /// Whether events are kept; else [#skip] is enough.
    public boolean isOpen() {
        return events.length > 0;
    }

    /// An event took place that nobody will ask for.
    public void skip() {
        last++;
    }

    /// An event took place.
    public void add(ReplicaEvent event) {
        last++;
        kept = Math.min(kept + 1, events.length);
        events[(int) (last % events.length)] = event;
    }

    /// The latest event's number; 0 before the first.
    public long last() {
        return last;
    }

    /// Whether all events behind this one are here.
    public boolean reaches(long sequence) {
        return sequence <= last && sequence >= last - kept;
    }

    /// The events behind this one, oldest first, `atMost` of them; it has to [#reaches] so far.
    public List<ReplicaEvent> after(long sequence, int atMost) {
        int count = (int) Math.min(atMost, last - sequence);
        List<ReplicaEvent> found = new ArrayList<>(count);
        for (long next = sequence + 1; next <= sequence + count; next++) {
            ReplicaEvent event = events[(int) (next % events.length)];
            if (event != null) {
                found.add(event);
            }
        }
        return found;
    }
}
