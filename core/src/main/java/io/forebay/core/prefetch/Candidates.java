package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Throttled keys that are tried again by themselves, for a while. Applies what [Promotions] decided.
final class Candidates {
    private static final Comparator<Candidate> NEXT_FIRST = Comparator.comparingLong(
                    (Candidate candidate) -> candidate.nextNanos)
            .thenComparingLong(c -> c.number);

    /// One key.
    static final class Candidate {
        final BlockKey key;
        final long number;
        final Interests interests = new Interests();
        PromotionSource source;
        int tries;
        long nextNanos;
        long untilNanos;
        long startByNanos;
        long expireAtNanos;

        Candidate(BlockKey key, long number, Wish wish) {
            this.key = key;
            this.number = number;
            this.source = wish.source();
            this.startByNanos = wish.startByNanos();
            this.expireAtNanos = wish.expireAtNanos();
        }

        /// What it wants, in nobody's name: who wants it is carried over by the table.
        Wish wish() {
            return new Wish(Optional.empty(), source, startByNanos, expireAtNanos);
        }
    }

    private final Map<BlockKey, Candidate> byKey = new HashMap<>();
    private final RequestIndex<Candidate> byRequest = new RequestIndex<>();
    private final NavigableSet<Candidate> byNext = new TreeSet<>(NEXT_FIRST);
    private long count;

    void keep(PrefetchEvent.CandidateKept event) {
        Candidate candidate = byKey.get(event.key());
        if (candidate == null) {
            candidate = new Candidate(event.key(), count++, event.wish());
            byKey.put(event.key(), candidate);
        } else {
            byNext.remove(candidate);
        }
        candidate.tries = event.tries();
        candidate.nextNanos = event.nextNanos();
        candidate.untilNanos = event.untilNanos();
        candidate.startByNanos = Math.min(candidate.startByNanos, event.wish().startByNanos());
        candidate.expireAtNanos = Math.max(candidate.expireAtNanos, event.wish().expireAtNanos());
        if (event.wish().source() == PromotionSource.PREFETCH) {
            candidate.source = PromotionSource.PREFETCH;
        }
        byNext.add(candidate);
        Candidate kept = candidate;
        event.wish().request().ifPresent(request -> interest(kept, request));
    }

    private void interest(Candidate candidate, String request) {
        candidate.interests.add(request);
        if (candidate.interests.has(request)) {
            byRequest.add(request, candidate);
        }
    }

    /// Who wanted the task that a candidate was wants the candidate.
    void takeOver(BlockKey key, Interests others) {
        Candidate candidate = get(key);
        candidate.interests.addAll(others);
        candidate.interests.requests().forEach(request -> byRequest.add(request, candidate));
    }

    void interestEnded(BlockKey key, String request) {
        Candidate candidate = get(key);
        candidate.interests.remove(request);
        byRequest.remove(request, candidate);
    }

    /// The key is no candidate any more; who wanted it, if it was one.
    @Nullable
    Interests drop(BlockKey key) {
        Candidate candidate = byKey.remove(key);
        if (candidate == null) {
            return null;
        }
        byNext.remove(candidate);
        candidate.interests.requests().forEach(request -> byRequest.remove(request, candidate));
        return candidate.interests;
    }

    /// The candidate, which an event says exists.
    private Candidate get(BlockKey key) {
        Candidate candidate = byKey.get(key);
        if (candidate == null) {
            throw new IllegalStateException("an event names a candidate that is known, not " + key);
        }
        return candidate;
    }

    List<Candidate> wantedBy(String request) {
        return byRequest.of(request);
    }

    @Nullable
    Candidate of(BlockKey key) {
        return byKey.get(key);
    }

    /// Those whose next try is due.
    List<Candidate> due(long nowNanos, int atMost) {
        List<Candidate> due = new ArrayList<>();
        for (Candidate candidate : byNext) {
            if (candidate.nextNanos - nowNanos > 0 || due.size() == atMost) {
                break;
            }
            due.add(candidate);
        }
        return due;
    }

    OptionalLong nextNanos() {
        return byNext.isEmpty() ? OptionalLong.empty() : OptionalLong.of(byNext.first().nextNanos);
    }

    Collection<Candidate> all() {
        return byKey.values();
    }

    int size() {
        return byKey.size();
    }
}
