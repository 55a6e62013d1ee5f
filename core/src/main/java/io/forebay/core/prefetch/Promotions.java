package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The master's promotions: tasks, candidates, and what is decided about them. The part of the catalogue's state that
/// the RFC asks for; its owner decides, applies, and only then decides again. No clock, no thread.
///
/// | event | none | QUEUED | CLAIMED | PROMOTING |
/// | --- | --- | --- | --- | --- |
/// | trigger | gates, then QUEUED | joins | joins | joins |
/// | get met SSD only (on hit) | sketch, gates, then QUEUED | no change | no change | no change |
/// | pull | – | CLAIMED | held: stays; not held: QUEUED, next attempt; after the third: expired | not held: QUEUED,
/// next attempt |
/// | start, same attempt | unknown | PROMOTING (the reply was lost) | PROMOTING | no change |
/// | success, same attempt | – | completed | completed | completed |
/// | failure, same attempt | – | failed | failed | failed |
/// | another node's or attempt's word | – | ignored | ignored | ignored |
/// | drop, SSD record gone, owner gone | – | cancelled | cancelled | cancelled |
/// | in memory by another way | – | superseded | superseded | goes on |
/// | the last interest taken back | – | cancelled | cancelled | goes on |
/// | `expireAt` passed | – | expired | expired | goes on, and lands without a lease |
/// | `promotion_ttl` passed | – | expired | expired | expired |
/// | switched off | – | goes on; triggers' candidates go | goes on | goes on |
///
/// A failure for want of room leaves a candidate behind while there is time. Each task pins its owner's SSD record
/// ([#pinnedNanos]), so there are as many pins as tasks.
public final class Promotions {
    /// Candidates tried in one step.
    static final int TRIES_PER_STEP = 1_024;
    /// A pinned record's owner asks again after so long at the latest.
    private static final long LONGEST_PIN_NANOS = 1_000_000_000L;

    private final PrefetchTerms terms;
    private final TaskTable tasks = new TaskTable();
    private final Candidates candidates = new Candidates();
    private final Admission admission;
    private final Optional<HitSketch> sketch;
    private boolean enabled;

    public Promotions(PrefetchTerms terms) {
        this.terms = terms;
        this.admission = new Admission(terms, tasks, candidates);
        this.sketch = terms.onHit() ? Optional.of(new HitSketch()) : Optional.empty();
        this.enabled = terms.enabled();
    }

    public PrefetchTerms terms() {
        return terms;
    }

    /// Whether triggers are heard.
    public boolean isEnabled() {
        return enabled;
    }

    /// Whether there may be tasks: triggers are heard, or gets.
    public boolean isActive() {
        return enabled || terms.onHit();
    }

    /// A request needs these blocks in so long. The first of two equal keys decides for both.
    ///
    /// @param requestId empty for one that cannot be taken back
    public Concluded<List<Triggered>> trigger(
            List<BlockKey> keys, String requestId, long needInNanos, PromotionView view, long nowNanos) {
        return admission.trigger(keys, requestId, needInNanos, view, nowNanos);
    }

    /// Gets met these blocks on the node's SSD and nowhere else: those that were met often enough lately go to its main
    /// pool. Nothing when promotion on hit is off.
    public List<PrefetchEvent> met(SessionId owner, List<BlockKey> keys, PromotionView view, long nowNanos) {
        Draft draft = new Draft(nowNanos);
        sketch.ifPresent(counts -> {
            PromotionView own = new OwnDisk(owner, view);
            Map<BlockKey, Integer> met = new LinkedHashMap<>();
            keys.forEach(key -> {
                draft.events.add(new PrefetchEvent.Met(key));
                met.merge(key, 1, Integer::sum);
            });
            met.forEach((key, gets) -> {
                if (counts.count(key) + gets >= terms.admissionThreshold()) {
                    admission.met(key, own, draft, nowNanos);
                }
            });
        });
        return draft.events;
    }

    /// Only one node reads: the one that has the block at hand already.
    private record OwnDisk(SessionId owner, PromotionView all) implements PromotionView {
        @Override
        public boolean isKnown(BlockKey key) {
            return all.isKnown(key);
        }

        @Override
        public boolean isInMemory(BlockKey key) {
            return all.isInMemory(key);
        }

        @Override
        public List<SessionId> diskOwners(BlockKey key) {
            return all.diskOwners(key).stream().filter(owner::equals).toList();
        }

        @Override
        public Readings readings(SessionId of) {
            return all.readings(of);
        }

        @Override
        public long bufferKeptBytes(SessionId of) {
            return all.bufferKeptBytes(of);
        }
    }

    /// A request takes back what it wanted.
    public List<PrefetchEvent> cancel(String requestId) {
        List<PrefetchEvent> events = new ArrayList<>();
        for (Task task : tasks.wantedBy(requestId)) {
            boolean ends = task.interests.isOnly(requestId) && task.state != Task.State.PROMOTING;
            events.add(
                    ends
                            ? new PrefetchEvent.Ended(task.id, TaskEnd.CANCELLED)
                            : new PrefetchEvent.InterestEnded(task.id, requestId));
        }
        for (Candidates.Candidate candidate : candidates.wantedBy(requestId)) {
            events.add(
                    candidate.interests.isOnly(requestId)
                            ? new PrefetchEvent.CandidateDropped(candidate.key)
                            : new PrefetchEvent.CandidateInterestEnded(candidate.key, requestId));
        }
        return events;
    }

    /// A node asks for work.
    ///
    /// @param number of the pull in its session, from 1
    /// @param held what the node was handed and has not been told the end of
    /// @param credit how many more it would take
    public Concluded<Pull> pull(SessionId owner, long number, List<TaskAttempt> held, int credit, long nowNanos) {
        OwnerQueue queue = tasks.of(owner);
        if (queue != null && number < queue.lastPull) {
            return new Concluded<>(new Pull.Outdated(), List.of());
        }
        List<PrefetchEvent> events = new ArrayList<>();
        List<TaskAttempt> over =
                held.stream().filter(word -> !isHandedOut(owner, word)).toList();
        List<PromotionTask> next = List.of();
        if (isActive() || queue != null) {
            events.add(new PrefetchEvent.Pulled(owner, number));
        }
        if (queue != null) {
            Set<TaskAttempt> has = new HashSet<>(held);
            queue.handedOut.values().stream()
                    .filter(task -> !has.contains(new TaskAttempt(task.id, task.attempt)))
                    .forEach(task -> events.add(lost(task)));
            List<Task> taken = queue.next(Math.min(credit, terms.maxPerPull()), nowNanos);
            taken.forEach(task -> events.add(new PrefetchEvent.Claimed(task.id)));
            next = taken.stream().map(task -> task.handedOut(nowNanos)).toList();
        }
        return new Concluded<>(new Pull.Taken(next, over), events);
    }

    private boolean isHandedOut(SessionId owner, TaskAttempt word) {
        Task task = tasks.find(word.task());
        return task != null && task.owner.equals(owner) && task.is(word) && task.state != Task.State.QUEUED;
    }

    private static PrefetchEvent lost(Task task) {
        boolean givenUp = task.state == Task.State.CLAIMED && task.attempt >= PrefetchTerms.MAX_ATTEMPTS;
        return givenUp ? new PrefetchEvent.Ended(task.id, TaskEnd.EXPIRED) : new PrefetchEvent.Requeued(task.id);
    }

    /// A node reads.
    public List<PrefetchEvent> started(SessionId owner, List<TaskAttempt> words) {
        return words.stream()
                .distinct()
                .filter(word -> isOwn(owner, word))
                .filter(word -> task(word).state != Task.State.PROMOTING)
                .<PrefetchEvent>map(word -> new PrefetchEvent.Started(word.task()))
                .toList();
    }

    /// A node could not.
    public List<PrefetchEvent> failed(SessionId owner, List<FailedPromotion> words, PromotionView view, long nowNanos) {
        Set<TaskId> seen = new HashSet<>();
        List<PrefetchEvent> events = new ArrayList<>();
        int room = PrefetchTerms.MAX_CANDIDATES - candidates.size();
        boolean full = false;
        for (FailedPromotion word : words) {
            if (isOwn(owner, word.attempt()) && seen.add(word.attempt().task())) {
                PrefetchEvent event = failed(task(word.attempt()), word.cause(), room > 0, nowNanos);
                room -= event instanceof PrefetchEvent.Yielded ? 1 : 0;
                events.add(event);
                full |= word.cause() == PromotionFailure.NO_ROOM && task(word.attempt()).landing == Landing.BUFFER;
            }
        }
        if (full) {
            long until = nowNanos + Admission.LAST_PAUSE_NANOS;
            events.add(new PrefetchEvent.BufferFull(owner, view.bufferKeptBytes(owner), until));
        }
        return events;
    }

    private PrefetchEvent failed(Task task, PromotionFailure cause, boolean hasRoom, long nowNanos) {
        long until = Math.min(nowNanos + Admission.CANDIDATE_NANOS, task.expireAtNanos);
        long pause = Admission.pauseNanos(task.tries);
        boolean again = cause == PromotionFailure.NO_ROOM
                && task.tries < Admission.MAX_TRIES
                && (enabled || task.source == PromotionSource.ON_HIT)
                && hasRoom
                && until - nowNanos > pause;
        return again
                ? new PrefetchEvent.Yielded(task.id, nowNanos + pause, until)
                : new PrefetchEvent.Ended(task.id, TaskEnd.FAILED);
    }

    /// The block of a task is registered in memory by its owner: what is to be done, and how long the replica's
    /// router lease is; 0 for none, as where no router asked. Another attempt's word is the catalogue's alone.
    public Concluded<Long> completed(SessionId owner, TaskAttempt word, BlockKey key, long nowNanos) {
        if (!isOwn(owner, word) || !task(word).key.equals(key)) {
            return new Concluded<>(0L, List.of());
        }
        Task task = task(word);
        long left = task.expireAtNanos - nowNanos;
        long lease = task.source == PromotionSource.PREFETCH && left > 0 ? Math.max(left, terms.leaseNanos()) : 0;
        return new Concluded<>(lease, List.of(new PrefetchEvent.Ended(task.id, TaskEnd.COMPLETED)));
    }

    private boolean isOwn(SessionId owner, TaskAttempt word) {
        Task task = tasks.find(word.task());
        return task != null && task.owner.equals(owner) && task.is(word);
    }

    private Task task(TaskAttempt word) {
        Task task = tasks.find(word.task());
        if (task == null) {
            throw new IllegalStateException("asked only of a task that is known, not " + word);
        }
        return task;
    }

    /// A block is in memory, by whatever way.
    public List<PrefetchEvent> inMemory(BlockKey key) {
        Task task = tasks.of(key);
        if (task != null && task.state != Task.State.PROMOTING) {
            return List.of(new PrefetchEvent.Ended(task.id, TaskEnd.SUPERSEDED));
        }
        return candidates.of(key) == null ? List.of() : List.of(new PrefetchEvent.CandidateDropped(key));
    }

    /// A node no longer has a block on SSD.
    public List<PrefetchEvent> diskGone(SessionId owner, BlockKey key) {
        Task task = tasks.of(key);
        return task != null && task.owner.equals(owner)
                ? List.of(new PrefetchEvent.Ended(task.id, TaskEnd.CANCELLED))
                : List.of();
    }

    /// How long the node's SSD record is pinned from now on, as far as that is known; 0 when it is not.
    public long pinnedNanos(SessionId owner, BlockKey key, long nowNanos) {
        Task task = tasks.of(key);
        if (task == null || !task.owner.equals(owner)) {
            return 0;
        }
        long left = task.expireAtNanos - nowNanos;
        return Math.clamp(left, Admission.FIRST_PAUSE_NANOS, LONGEST_PIN_NANOS);
    }

    /// A session is over.
    public List<PrefetchEvent> ownerGone(SessionId owner) {
        OwnerQueue queue = tasks.of(owner);
        if (queue == null) {
            return List.of();
        }
        List<PrefetchEvent> events = new ArrayList<>();
        queue.all().forEach(task -> events.add(new PrefetchEvent.Ended(task.id, TaskEnd.CANCELLED)));
        events.add(new PrefetchEvent.SessionForgotten(owner));
        return events;
    }

    /// Triggers are heard from now on, or no longer: tasks run to their ends, candidates go.
    public List<PrefetchEvent> switched(boolean on) {
        List<PrefetchEvent> events = new ArrayList<>();
        events.add(new PrefetchEvent.Switched(on));
        if (!on) {
            candidates.all().stream()
                    .filter(candidate -> candidate.source == PromotionSource.PREFETCH)
                    .forEach(candidate -> events.add(new PrefetchEvent.CandidateDropped(candidate.key)));
        }
        return events;
    }

    /// Time has passed: what is over, and the candidates whose next try is due.
    ///
    /// @param gone sessions that end in this step ([#ownerGone]), and their tasks with them
    public List<PrefetchEvent> passing(Set<SessionId> gone, PromotionView view, long nowNanos) {
        Draft draft = new Draft(nowNanos);
        Set<TaskId> ended = new HashSet<>();
        gone.forEach(owner -> tasks.allOf(owner).forEach(task -> ended.add(task.id)));
        for (Task task : tasks.byExpiry()) {
            if (task.expireAtNanos - nowNanos > 0) {
                break;
            }
            if (task.state != Task.State.PROMOTING && ended.add(task.id)) {
                draft.events.add(new PrefetchEvent.Ended(task.id, TaskEnd.EXPIRED));
            }
        }
        for (Task task : tasks.all()) {
            if (nowNanos - task.queuedNanos <= terms.ttlNanos()) {
                break;
            }
            if (ended.add(task.id)) {
                draft.events.add(new PrefetchEvent.Ended(task.id, TaskEnd.EXPIRED));
            }
        }
        candidates
                .due(nowNanos, TRIES_PER_STEP)
                .forEach(candidate -> admission.retry(candidate, view, draft, nowNanos));
        return draft.events;
    }

    /// When [#passing] has something to do again that no one-second tick should wait for.
    public OptionalLong nextNanos() {
        return candidates.nextNanos();
    }

    /// Whether a task waits to be pulled by the node.
    public boolean hasWork(SessionId owner) {
        OwnerQueue queue = tasks.of(owner);
        return queue != null && queue.hasWaiting();
    }

    /// Whether a task is to bring the block.
    public boolean isPromoting(BlockKey key) {
        return tasks.of(key) != null;
    }

    /// Where the block's task brings it; null without one.
    public @Nullable Landing landing(BlockKey key) {
        Task task = tasks.of(key);
        return task == null ? null : task.landing;
    }

    @Nullable
    Task task(BlockKey key) {
        return tasks.of(key);
    }

    boolean isCandidate(BlockKey key) {
        return candidates.of(key) != null;
    }

    /// Makes an event true.
    public void apply(PrefetchEvent event) {
        switch (event) {
            case PrefetchEvent.Queued queued -> tasks.queued(queued, candidates.drop(queued.key()));
            case PrefetchEvent.Joined joined -> tasks.joined(joined);
            case PrefetchEvent.Claimed claimed -> tasks.claimed(claimed.task());
            case PrefetchEvent.Requeued requeued -> tasks.requeued(requeued.task());
            case PrefetchEvent.Started started -> tasks.started(started.task());
            case PrefetchEvent.Ended ended -> tasks.ended(ended.task(), ended.end());
            case PrefetchEvent.Yielded yielded -> applyYielded(yielded);
            case PrefetchEvent.InterestEnded ended -> tasks.interestEnded(ended.task(), ended.requestId());
            case PrefetchEvent.CandidateKept kept -> candidates.keep(kept);
            case PrefetchEvent.CandidateDropped dropped -> candidates.drop(dropped.key());
            case PrefetchEvent.CandidateInterestEnded ended -> candidates.interestEnded(ended.key(), ended.requestId());
            case PrefetchEvent.Pulled pulled -> tasks.pulled(pulled.owner(), pulled.number());
            case PrefetchEvent.BufferFull full -> tasks.full(full);
            case PrefetchEvent.Met met -> sketch.ifPresent(counts -> counts.add(met.key()));
            case PrefetchEvent.SessionForgotten forgotten -> tasks.forget(forgotten.owner());
            case PrefetchEvent.Switched switched -> enabled = switched.on();
        }
    }

    private void applyYielded(PrefetchEvent.Yielded yielded) {
        Task task = tasks.ended(yielded.task(), TaskEnd.FAILED);
        Wish wish = new Wish(Optional.empty(), task.source, task.startByNanos, task.expireAtNanos);
        candidates.keep(
                new PrefetchEvent.CandidateKept(task.key, wish, task.tries, yielded.nextNanos(), yielded.untilNanos()));
        candidates.takeOver(task.key, task.interests);
    }

    /// In numbers, now.
    public PromotionStats stats() {
        return PromotionStats.of(tasks, candidates.size());
    }
}
