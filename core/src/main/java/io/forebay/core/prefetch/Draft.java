package io.forebay.core.prefetch;

import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What one command comes to so far: its earlier keys count for its later ones, though nothing is applied yet.
/// Confined to one command.
final class Draft {
    final long nowNanos;
    final List<PrefetchEvent> events = new ArrayList<>();
    private final Map<SessionId, Integer> queued = new HashMap<>();
    private int total;
    private int candidates;

    Draft(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    void queued(PrefetchEvent.Queued event) {
        events.add(event);
        queued.merge(event.owner(), 1, Integer::sum);
        total++;
    }

    void newCandidate(PrefetchEvent.CandidateKept event) {
        events.add(event);
        candidates++;
    }

    int queued() {
        return total;
    }

    int queued(SessionId owner) {
        return queued.getOrDefault(owner, 0);
    }

    int candidates() {
        return candidates;
    }
}
