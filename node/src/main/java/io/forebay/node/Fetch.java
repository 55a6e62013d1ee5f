package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.FetchPlan;
import io.forebay.core.fetch.FetchTerms;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.Step;
import io.forebay.core.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One fetch of the missing end of a chain: asks the master for owners, then carries out a [FetchPlan], one attempt
/// at a time, until all is here, nobody is left to ask, or the deadline; where owners failed it asks the master once
/// more. What came stays, and what it learned of the owners goes into [OwnerStanding]. Loop thread only.
final class Fetch {
    private final FetchKit kit;
    private final NamespaceBlocks home;
    private final Layout layout;
    private final List<BlockHash> wanted;
    private final long deadlineNanos;
    private final Consumer<FetchResult> then;
    private final List<ResidentBlock> delivered = new ArrayList<>();
    private @Nullable FetchPlan plan;
    private @Nullable FetchAttempt attempt;
    private Loop.@Nullable Timer timer;
    private boolean ended;

    /// @param deadlineNanos on the loop's clock
    Fetch(FetchKit kit, Instance asker, List<BlockHash> wanted, long deadlineNanos, Consumer<FetchResult> then) {
        this.kit = kit;
        this.home = asker.blocks;
        this.layout = asker.layout;
        this.wanted = wanted;
        this.deadlineNanos = deadlineNanos;
        this.then = then;
    }

    void start() {
        timer = kit.loop().after(remainingNanos(), () -> stop(Outcome.MISS_DEADLINE));
        askMaster(wanted, this::owners);
    }

    private void askMaster(List<BlockHash> hashes, Consumer<@Nullable PrefixReply> to) {
        kit.counters().masterQueries.increment();
        kit.master()
                .queryPrefix(
                        new PrefixQuery(home.namespace, hashes),
                        kit.settings().master().callNanos(),
                        answer -> kit.loop().post(() -> answered(answer, to)));
    }

    private void answered(Answer<PrefixReply> answer, Consumer<@Nullable PrefixReply> to) {
        if (ended) {
            return;
        }
        if (answer instanceof Answer.Ok<PrefixReply>(PrefixReply reply)) {
            to.accept(reply);
        } else {
            kit.counters().masterQueryFailures.increment();
            to.accept(null);
        }
    }

    private void owners(@Nullable PrefixReply reply) {
        if (reply == null) {
            stop(Outcome.MISS_MASTER_UNAVAILABLE);
            return;
        }
        FetchTerms terms = new FetchTerms(
                kit.settings().node(),
                kit.settings().fetch().maxAttempts(),
                kit.random().getAsLong());
        plan = new FetchPlan(wanted.size(), reply.runs(), terms, kit.standing().view(home.namespace, wanted));
        next(plan);
    }

    private void next(FetchPlan current) {
        switch (current.next()) {
            case Step.Ask ask -> ask(current, ask);
            case Step.Stop stop -> {
                if (current.isWorthARequery()) {
                    requery(current, stop);
                } else {
                    stop(stop.cause());
                }
            }
        }
    }

    private void ask(FetchPlan current, Step.Ask ask) {
        List<BlockHash> hashes = wanted.subList(ask.from(), ask.from() + ask.count());
        FetchAttempt started = new FetchAttempt(kit, home, layout, ask.owner(), List.copyOf(hashes));
        attempt = started;
        started.start((blocks, end, absence) -> {
            attempt = null;
            delivered.addAll(blocks);
            learn(ask, blocks.size(), end, absence);
            current.ended(blocks.size(), end);
            next(current);
        });
    }

    private void learn(Step.Ask ask, int came, AttemptEnd end, @Nullable LedgerMark absence) {
        if (came == ask.count()) {
            return;
        }
        BlockKey first = new BlockKey(home.namespace, wanted.get(ask.from() + came));
        if (end == AttemptEnd.ABSENT) {
            kit.standing().absent(ask.owner(), first, absence);
        } else if (end == AttemptEnd.CORRUPT) {
            kit.standing().corrupt(ask.owner(), first);
        }
    }

    /// Owners failed: by now the master may know better.
    private void requery(FetchPlan current, Step.Stop before) {
        kit.counters().requeries.increment();
        int from = current.delivered();
        askMaster(wanted.subList(from, wanted.size()), reply -> {
            if (reply == null) {
                stop(before.cause());
                return;
            }
            current.requeried(
                    reply.runs().stream().map(run -> run.shifted(from)).toList());
            next(current);
        });
    }

    /// Ends the fetch with what has come; the attempt under way is abandoned.
    void stop(@Nullable Outcome cause) {
        if (ended) {
            return;
        }
        ended = true;
        if (timer != null) {
            timer.cancel();
        }
        if (attempt != null) {
            attempt.abandon();
        }
        if (plan != null) {
            kit.counters().failovers.add(plan.failovers());
        }
        then.accept(new FetchResult(List.copyOf(delivered), cause));
    }

    private long remainingNanos() {
        return deadlineNanos - kit.loop().nanoTime();
    }
}
