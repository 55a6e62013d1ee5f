package io.forebay.gateway.events;

import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The topics under which something has been told, ever: whoever was away for long may still believe it, so a
/// snapshot clears them all. Of more than [#MOST] the oldest are forgotten. Safe from any thread.
final class Topics {
    /// About 50 MB.
    private static final int MOST = 100_000;

    private record Place(NodeId node, Namespace namespace) {}

    private final TopicPattern pattern;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Place, String> topics = new LinkedHashMap<>();

    Topics(TopicPattern pattern) {
        this(pattern, MOST);
    }

    /// @param most that are remembered
    Topics(TopicPattern pattern, int most) {
        this.pattern = pattern;
        this.most = most;
    }

    String of(NodeId node, Namespace namespace) {
        lock.lock();
        try {
            Place place = new Place(node, namespace);
            String known = topics.get(place);
            if (known != null) {
                return known;
            }
            if (topics.size() >= most) {
                topics.remove(topics.keySet().iterator().next());
            }
            String topic = pattern.of(node, namespace);
            topics.put(place, topic);
            return topic;
        } finally {
            lock.unlock();
        }
    }

    /// Each once.
    List<String> of(NodeId node) {
        lock.lock();
        try {
            List<String> found = new ArrayList<>();
            topics.forEach((place, topic) -> {
                if (place.node().equals(node)) {
                    found.add(topic);
                }
            });
            return found.stream().distinct().toList();
        } finally {
            lock.unlock();
        }
    }

    /// Each once.
    List<String> all() {
        lock.lock();
        try {
            return topics.values().stream().distinct().toList();
        } finally {
            lock.unlock();
        }
    }
}
