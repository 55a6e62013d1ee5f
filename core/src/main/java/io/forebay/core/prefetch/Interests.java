package io.forebay.core.prefetch;

import java.util.LinkedHashSet;
import java.util.Set;

/// Who still wants a task or a candidate: requests by their ids, so that each can take its own interest back. A
/// request without an id, or one too many, cannot: then the task runs to an end of its own.
final class Interests {
    /// More than routers that ask for one block at a time; 256 characters each.
    static final int MAX = 32;

    private final Set<String> requests = new LinkedHashSet<>();
    private boolean open;

    void add(String requestId) {
        if (requestId.isEmpty() || (requests.size() >= MAX && !requests.contains(requestId))) {
            open = true;
        } else {
            requests.add(requestId);
        }
    }

    void addAll(Interests others) {
        others.requests.forEach(this::add);
        open |= others.open;
    }

    void remove(String requestId) {
        requests.remove(requestId);
    }

    boolean has(String requestId) {
        return requests.contains(requestId);
    }

    /// Whether nobody would be left without this request.
    boolean isOnly(String requestId) {
        return !open && requests.size() == 1 && requests.contains(requestId);
    }

    Set<String> requests() {
        return Set.copyOf(requests);
    }
}
