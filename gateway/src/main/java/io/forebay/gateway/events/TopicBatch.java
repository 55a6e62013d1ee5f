package io.forebay.gateway.events;

import java.util.List;

/// Events of one topic, in order; as many as a part of the master's stream has at most.
record TopicBatch(String topic, List<VllmEvent> events) {
    TopicBatch {
        events = List.copyOf(events);
    }
}
