package io.forebay.core.events;

import io.forebay.core.events.EventPart.Gap;
import java.util.Map;

/// The event stream in numbers.
///
/// @param subscribers now
/// @param published events since the catalogue began, heard by somebody or not
/// @param snapshots begun
/// @param gaps that subscribers were told of
/// @param stalled subscriptions that ended because nothing was taken of them
/// @param broken subscriptions that ended because telling them failed
public record EventFigures(
        int subscribers, long published, long snapshots, Map<Gap, Long> gaps, long stalled, long broken) {
    public EventFigures {
        gaps = Map.copyOf(gaps);
    }
}
