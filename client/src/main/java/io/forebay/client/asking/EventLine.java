package io.forebay.client.asking;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// One thing that a stream of events says.
///
/// @param text for people
/// @param tree the same for programs, of words, numbers and truths
public record EventLine(Kind kind, String text, Map<String, ?> tree) {
    /// What it is about.
    public enum Kind {
        /// Where the stream begins or goes on, and whether events are missing.
        STARTED,
        /// A replica that stands.
        STANDING,
        /// The snapshot is whole.
        COMPLETE,
        /// Something happened to a replica, or to all of a node.
        EVENT
    }

    public EventLine {
        tree = Collections.unmodifiableMap(new LinkedHashMap<>(tree));
    }
}
