package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.SessionId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What becomes of a block that somebody wants in memory: a task, one more interest in a task, or a candidate that is
/// tried again by itself. Reads only.
final class Admission {
    /// What a read is thought to take, to say when it has to begin: a device's answer, then its bytes.
    private static final long READ_NANOS = 2_000_000L;
    private static final long READ_BYTES_PER_MICRO = 500;
    /// Of candidates: the pause before the first try, doubled for each further one, and the longest.
    static final long FIRST_PAUSE_NANOS = 10_000_000L;
    static final long LAST_PAUSE_NANOS = 1_000_000_000L;
    static final int MAX_TRIES = 8;
    static final long CANDIDATE_NANOS = 60_000_000_000L;

    private final PrefetchTerms terms;
    private final TaskTable tasks;
    private final Candidates candidates;
    private final Gates gates;

    Admission(PrefetchTerms terms, TaskTable tasks, Candidates candidates) {
        this.terms = terms;
        this.tasks = tasks;
        this.candidates = candidates;
        this.gates = new Gates(terms, tasks);
    }

    /// A request needs these blocks in so long. The first of two equal keys decides for both.
    ///
    /// @param requestId empty for one that cannot be taken back
    Concluded<List<Triggered>> trigger(
            List<BlockKey> keys, String requestId, long needInNanos, PromotionView view, long nowNanos) {
        Draft draft = new Draft(nowNanos);
        Map<BlockKey, Triggered> answers = new LinkedHashMap<>();
        for (BlockKey key : keys) {
            answers.computeIfAbsent(key, each -> {
                Gates.Verdict verdict = gates.ask(key, PromotionSource.PREFETCH, view, draft);
                Wish wish = wish(requestId, needInNanos, bytes(key, verdict, view), nowNanos);
                conclude(key, verdict, wish, draft, nowNanos);
                return new Triggered(verdict.status(), verdict.owner());
            });
        }
        return new Concluded<>(keys.stream().map(answers::get).toList(), draft.events);
    }

    /// A get met the block on its owner's SSD, and that often enough: the same gates. Nobody waits for it any more, so
    /// it comes behind everything that somebody does wait for.
    void met(BlockKey key, PromotionView view, Draft draft, long nowNanos) {
        if (tasks.of(key) == null && candidates.of(key) == null) {
            Gates.Verdict verdict = gates.ask(key, PromotionSource.ON_HIT, view, draft);
            long until = nowNanos + CANDIDATE_NANOS;
            conclude(key, verdict, new Wish(Optional.empty(), PromotionSource.ON_HIT, until, until), draft, nowNanos);
        }
    }

    /// Of the block, as the owner has said; 0 where it has not, or there is none.
    private static long bytes(BlockKey key, Gates.Verdict verdict, PromotionView view) {
        return verdict.owner()
                .map(owner -> view.readings(owner).blockBytes(key.namespace()))
                .orElse(0L);
    }

    private Wish wish(String request, long needIn, long bytes, long nowNanos) {
        long read = READ_NANOS + 1_000 * (bytes / READ_BYTES_PER_MICRO);
        return new Wish(
                Optional.of(request),
                PromotionSource.PREFETCH,
                nowNanos + needIn - read,
                nowNanos + needIn + terms.leaseNanos());
    }

    private void conclude(BlockKey key, Gates.Verdict verdict, Wish wish, Draft draft, long nowNanos) {
        Candidates.Candidate candidate = candidates.of(key);
        switch (verdict.status()) {
            case QUEUED -> {
                Task task = verdict.task();
                if (task == null) {
                    Wish all = candidate == null ? wish : candidate.wish().joinedBy(wish);
                    int tries = candidate == null ? 0 : candidate.tries;
                    queue(key, verdict, new Retried(all, tries), draft, nowNanos);
                } else {
                    draft.events.add(new PrefetchEvent.Joined(task.id, wish));
                }
            }
            case THROTTLED_WATERMARK, THROTTLED_CAP -> keep(key, candidate, wish, draft, nowNanos);
            case IN_MEMORY, NO_LOCAL_DISK, NOT_FOUND, TOO_LARGE -> {
                if (candidate != null) {
                    draft.events.add(new PrefetchEvent.CandidateDropped(key));
                }
            }
        }
    }

    private void queue(BlockKey key, Gates.Verdict verdict, Retried wanted, Draft draft, long nowNanos) {
        TaskId id = new TaskId(tasks.nextNumber() + draft.queued());
        SessionId owner = verdict.owner().orElseThrow();
        draft.queued(
                new PrefetchEvent.Queued(id, key, owner, verdict.landing(), wanted.wish(), wanted.tries(), nowNanos));
    }

    /// A wish, and how often it was tried in vain.
    private record Retried(Wish wish, int tries) {}

    private void keep(BlockKey key, Candidates.@Nullable Candidate candidate, Wish wish, Draft draft, long nowNanos) {
        long until = Math.min(nowNanos + CANDIDATE_NANOS, wish.expireAtNanos());
        if (candidate != null) {
            long later = Math.max(until, candidate.untilNanos);
            draft.events.add(new PrefetchEvent.CandidateKept(key, wish, candidate.tries, candidate.nextNanos, later));
        } else if (candidates.size() + draft.candidates() < PrefetchTerms.MAX_CANDIDATES) {
            draft.newCandidate(new PrefetchEvent.CandidateKept(key, wish, 0, nowNanos + FIRST_PAUSE_NANOS, until));
        }
    }

    /// Until the next try, after so many.
    static long pauseNanos(int tries) {
        return Math.min(LAST_PAUSE_NANOS, FIRST_PAUSE_NANOS << tries);
    }

    /// A candidate's next try is due.
    void retry(Candidates.Candidate candidate, PromotionView view, Draft draft, long nowNanos) {
        BlockKey key = candidate.key;
        if (candidate.untilNanos - nowNanos <= 0) {
            draft.events.add(new PrefetchEvent.CandidateDropped(key));
            return;
        }
        Gates.Verdict verdict = gates.ask(key, candidate.source, view, draft);
        int tries = candidate.tries + 1;
        switch (verdict.status()) {
            case QUEUED -> queue(key, verdict, new Retried(candidate.wish(), tries), draft, nowNanos);
            case THROTTLED_WATERMARK, THROTTLED_CAP -> {
                long pause = pauseNanos(tries);
                draft.events.add(
                        tries >= MAX_TRIES
                                ? new PrefetchEvent.CandidateDropped(key)
                                : new PrefetchEvent.CandidateKept(
                                        key, candidate.wish(), tries, nowNanos + pause, candidate.untilNanos));
            }
            case IN_MEMORY, NO_LOCAL_DISK, NOT_FOUND, TOO_LARGE ->
                draft.events.add(new PrefetchEvent.CandidateDropped(key));
        }
    }
}
