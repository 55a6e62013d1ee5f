package io.forebay.core.prefetch;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What each request still wants.
///
/// @param <T> a task or a candidate
final class RequestIndex<T> {
    private final Map<String, Set<T>> wanted = new HashMap<>();

    void add(String request, T thing) {
        wanted.computeIfAbsent(request, each -> new LinkedHashSet<>()).add(thing);
    }

    void remove(String request, T thing) {
        Set<T> of = wanted.get(request);
        if (of != null && of.remove(thing) && of.isEmpty()) {
            wanted.remove(request);
        }
    }

    List<T> of(String request) {
        return List.copyOf(wanted.getOrDefault(request, Set.of()));
    }
}
