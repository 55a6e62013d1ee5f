package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.lease.LeaseId;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One query from its first call to its final answer: long polls until the node says `READY` or the deadline
/// has passed. Whatever lease comes after that is given back at once, so that giving up leaks nothing.
///
/// The node answers by the deadline itself; it is given [#GRACE_NANOS] more for the way back.
final class QueryRun {
    /// Below the 250 ms of slack that the client promises.
    static final long GRACE_NANOS = 150_000_000L;

    private static final long SHORTEST_NANOS = 1_000_000L;
    private static final long LAST_WORD_NANOS = 10_000_000_000L;
    private static final Logger log = LoggerFactory.getLogger(QueryRun.class);

    private final LiveRegistration live;
    private final Query query;
    private final LongSupplier nanoClock;

    /// Where one call has led.
    private sealed interface Step {
        record Final(Loaded loaded) implements Step {}

        record Again() implements Step {}

        record Unanswered() implements Step {}
    }

    /// @param query names no pool yet: that of the registration is meant
    QueryRun(LiveRegistration live, Query query, LongSupplier nanoClock) {
        this.live = live;
        this.query = query;
        this.nanoClock = nanoClock;
    }

    /// The final answer; empty if the node gave none.
    Optional<Loaded> run() {
        live.leases().begin(query.requestId());
        try {
            return poll();
        } finally {
            live.leases().end(query.requestId());
        }
    }

    private Optional<Loaded> poll() {
        long start = nanoClock.getAsLong();
        long leftNanos = query.deadlineNanos();
        while (leftNanos >= SHORTEST_NANOS) {
            switch (step(leftNanos)) {
                case Step.Final(Loaded loaded) -> {
                    return Optional.of(loaded);
                }
                case Step.Unanswered unanswered -> {
                    return Optional.empty();
                }
                case Step.Again again -> LockSupport.parkNanos(SHORTEST_NANOS);
            }
            leftNanos = query.deadlineNanos() - (nanoClock.getAsLong() - start);
        }
        askLastWord();
        return Optional.of(Loaded.missed(query.hashes().size(), Outcome.MISS_DEADLINE));
    }

    private Step step(long leftNanos) {
        Query next = query(leftNanos, leftNanos);
        Optional<Answer<QueryReply>> answer =
                PendingReply.await(then -> live.protocol().query(next, then), this::late, leftNanos + GRACE_NANOS);
        if (answer.isEmpty()) {
            return new Step.Unanswered();
        }
        return switch (answer.get()) {
            case Answer.Ok<QueryReply>(QueryReply.Loading loading) -> new Step.Again();
            case Answer.Ok<QueryReply>(QueryReply.Ready ready) -> taken(ready);
            case Answer.Refused<QueryReply> refused -> {
                live.refused(refused);
                yield new Step.Unanswered();
            }
            case Answer.Failed<QueryReply> failed -> {
                askLastWord();
                yield new Step.Unanswered();
            }
        };
    }

    private Query query(long deadlineNanos, long waitNanos) {
        long nonce = live.registered().poolNonce();
        return new Query(
                query.instance(), nonce, query.requestId(), query.hashes(), deadlineNanos, waitNanos, query.mode());
    }

    private Step taken(QueryReply.Ready ready) {
        LeaseId lease = ready.lease();
        if (!fits(ready)) {
            if (lease != null) {
                live.leases().late(query.requestId(), lease);
            }
            return new Step.Unanswered();
        }
        if (lease == null) {
            return new Step.Final(Loaded.missed(ready.outcomes()));
        }
        if (!live.leases().hold(lease)) {
            return new Step.Again();
        }
        if (!live.enterReading()) {
            live.leases().letGo(lease);
            return new Step.Unanswered();
        }
        return new Step.Final(Loaded.of(ready.outcomes(), new Loaded.Held(live, lease, ready.blocks())));
    }

    /// Nothing that came over a wire is believed.
    private boolean fits(QueryReply.Ready ready) {
        try {
            int hits = ready.blocks().size();
            InvalidInput.unless(
                    ready.outcomes().size() == query.hashes().size(), "outcomes", "has another length than the query");
            InvalidInput.unless(
                    ready.outcomes().stream().limit(hits).allMatch(Outcome::isHit),
                    "outcomes",
                    "has misses for blocks");
            InvalidInput.unless(
                    query.mode() == QueryMode.LONGEST_PREFIX
                            || hits == 0
                            || hits == query.hashes().size(),
                    "blocks",
                    "are a part, where all or nothing was wanted");
            for (StoredBlock block : ready.blocks()) {
                block.requireFits(live.layout());
            }
            return true;
        } catch (InvalidInput wrong) {
            log.error("the node's answer to a query is wrong; it counts as none: {}", wrong.getMessage());
            return false;
        }
    }

    /// The node may come to grant a lease for which nobody waits: it said `LOADING` to the last, or its answer
    /// was lost. One more long poll, which only [#giveBack] hears, finds it, also if the node hangs for some
    /// seconds. A registration that has ended needs none.
    private void askLastWord() {
        if (!live.isEnded()) {
            Query last = query(LAST_WORD_NANOS, LAST_WORD_NANOS);
            PendingReply.<QueryReply>send(then -> live.protocol().query(last, then), this::giveBack);
        }
    }

    private void late(Answer<QueryReply> answer) {
        switch (answer) {
            case Answer.Ok<QueryReply>(QueryReply.Ready _) -> giveBack(answer);
            case Answer.Ok<QueryReply>(QueryReply.Loading _) -> askLastWord();
            case Answer.Failed<QueryReply> failed -> askLastWord();
            case Answer.Refused<QueryReply> refused -> {}
        }
    }

    private void giveBack(Answer<QueryReply> answer) {
        if (answer instanceof Answer.Ok<QueryReply>(QueryReply.Ready ready) && ready.lease() != null) {
            live.leases().late(query.requestId(), ready.lease());
        }
    }
}
