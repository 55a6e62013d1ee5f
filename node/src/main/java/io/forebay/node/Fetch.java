package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.FetchPlan;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.Step;
import io.forebay.core.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One fetch of the missing end of a chain: asks the master for owners, then carries out a [FetchPlan], one attempt
/// at a
/// time, until all is here, nobody is left to ask, or the deadline. What came stays. Loop thread only.
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
        kit.counters().masterQueries.increment();
        long timeout = Math.min(remainingNanos(), kit.settings().master().callNanos());
        kit.master()
                .queryPrefix(
                        new PrefixQuery(home.namespace, wanted),
                        timeout,
                        answer -> kit.loop().post(() -> owners(answer)));
    }

    private void owners(Answer<PrefixReply> answer) {
        if (ended) {
            return;
        }
        if (!(answer instanceof Answer.Ok<PrefixReply>(PrefixReply reply))) {
            kit.counters().masterQueryFailures.increment();
            stop(Outcome.MISS_MASTER_UNAVAILABLE);
            return;
        }
        plan = new FetchPlan(
                wanted.size(),
                reply.runs(),
                kit.settings().node(),
                kit.settings().fetch().maxAttempts(),
                kit.random().getAsLong());
        next(plan);
    }

    private void next(FetchPlan current) {
        switch (current.next()) {
            case Step.Ask ask -> {
                List<BlockHash> hashes = wanted.subList(ask.from(), ask.from() + ask.count());
                FetchAttempt started = new FetchAttempt(kit, home, layout, ask.owner(), List.copyOf(hashes));
                attempt = started;
                started.start(remainingNanos(), (blocks, end) -> attempted(current, blocks, end));
            }
            case Step.Stop stop -> stop(stop.cause());
        }
    }

    private void attempted(FetchPlan current, List<ResidentBlock> blocks, AttemptEnd end) {
        attempt = null;
        delivered.addAll(blocks);
        kit.counters().count(end);
        if (ended) {
            return;
        }
        current.ended(blocks.size(), end);
        next(current);
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
