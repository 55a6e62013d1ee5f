package io.forebay.core.events;

import io.forebay.core.answer.InvalidInput;

/// The bounds of the event stream.
///
/// @param ring events that are kept for subscribers that are behind, about 200 bytes each; at least 1
/// @param maxSubscribers at one time; at least 1
/// @param partEntries of one part at most, 1 to [EventPart#MAX_ENTRIES]
public record EventTerms(int ring, int maxSubscribers, int partEntries) {
    /// A subscription of which nothing is taken for so long is over, so that it keeps nobody else's place.
    public static final long STALL_NANOS = 60_000_000_000L;

    public EventTerms {
        InvalidInput.unless(ring >= 1, "events.ring", "is " + ring + "; it must be at least 1");
        InvalidInput.unless(
                maxSubscribers >= 1, "events.max_subscribers", "is " + maxSubscribers + "; it must be at least 1");
        InvalidInput.unless(
                partEntries >= 1 && partEntries <= EventPart.MAX_ENTRIES,
                "events.part_entries",
                "is " + partEntries + "; it must be 1 to " + EventPart.MAX_ENTRIES);
    }

    /// With parts of the usual size.
    public EventTerms(int ring, int maxSubscribers) {
        this(ring, maxSubscribers, EventPart.MAX_ENTRIES);
    }

    /// 65,536 events, 64 subscribers.
    public static EventTerms defaults() {
        return new EventTerms(65_536, 64);
    }
}
