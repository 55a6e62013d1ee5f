package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.FetchPlan;
import io.forebay.core.fetch.FetchTerms;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.OwnerView;
import io.forebay.core.fetch.Step;
import io.forebay.core.layout.Layout;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One fetch of a run of a chain, for everybody who waits for blocks of it: asks the master for owners, then carries
/// out a [FetchPlan], one attempt at a time, until all is here or nobody is left to ask; where owners failed it asks
/// the master once more. What it learned of the owners goes into [OwnerStanding], and where the catalogue was wrong,
/// to the master ([StaleReporter]).
///
/// It has no deadline of its own: it goes on while somebody waits, and each leaves at its own time. What came is held
/// until the fetch ends, and once more for each who gets it. Loop thread only.
final class Fetch {
    private final FetchKit kit;
    private final FetchGates gates;
    private final NamespaceBlocks home;
    private final Layout layout;
    private final List<BlockHash> wanted;
    private final FetchDiary diary;
    private final Runnable begin = this::begin;
    private final List<FetchJoin> joins = new ArrayList<>();
    private final List<ResidentBlock> delivered = new ArrayList<>();
    private @Nullable Runnable beginAttempt;
    private @Nullable FetchPlan plan;
    private @Nullable FetchAttempt attempt;
    private Step.@Nullable Ask asking;
    private boolean waiting = true;
    private boolean ended;

    Fetch(FetchKit kit, FetchGates gates, Instance asker, List<BlockHash> wanted) {
        this.kit = kit;
        this.gates = gates;
        this.home = asker.blocks;
        this.layout = asker.layout;
        this.wanted = wanted;
        this.diary = new FetchDiary(kit.diary(), gates.nextNumber(), home.namespace, wanted);
    }

    /// Names it in the recorder.
    long number() {
        return diary.number();
    }

    /// Waits for the leading hashes of `rest` as far as this fetch brings them; its first one is among the wanted.
    ///
    /// @param then hears of them once, and may hear at once
    FetchJoin join(List<BlockHash> rest, Consumer<FetchResult> then) {
        int from = wanted.indexOf(rest.getFirst());
        int upTo = from;
        while (upTo < wanted.size()
                && upTo - from < rest.size()
                && wanted.get(upTo).equals(rest.get(upTo - from))) {
            upTo++;
        }
        FetchJoin join = new FetchJoin(from, upTo, then);
        joins.add(join);
        return join;
    }

    void start() {
        wanted.forEach(hash -> home.arriving.put(hash, this));
        if (!gates.fetches.enter(begin, 1)) {
            end(Outcome.MISS_LOCAL_PRESSURE);
        }
    }

    private void begin() {
        waiting = false;
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
        diary.owners(0, reply, false);
        if (reply == null) {
            end(Outcome.MISS_MASTER_UNAVAILABLE);
            return;
        }
        FetchTerms terms = new FetchTerms(
                kit.settings().node(),
                kit.settings().fetch().maxAttempts(),
                kit.random().getAsLong(),
                DiskReading.partBlocks(layout));
        OwnerView view = kit.standing().view(home.namespace, wanted, kit.onDisk(home.namespace, wanted));
        plan = new FetchPlan(wanted.size(), reply.runs(), reply.warming(), terms, view);
        next(plan);
    }

    private void next(FetchPlan current) {
        switch (current.next()) {
            case Step.Ask ask -> ask(current, ask);
            case Step.Stop stop -> {
                if (current.isWorthARequery()) {
                    requery(current, stop);
                } else if (stop.cause() == Outcome.MISS_NO_OWNER && home.byHash.isEmpty() && !isNextOnDisk(current)) {
                    checkLayout();
                } else {
                    end(stop.cause());
                }
            }
        }
    }

    /// What peers do not have this node's own SSD may: then nothing is missed yet.
    private boolean isMissed(@Nullable Outcome cause) {
        return cause != Outcome.MISS_NO_OWNER || plan == null || !isNextOnDisk(plan);
    }

    private boolean isNextOnDisk(FetchPlan current) {
        return kit.disk().has(new BlockKey(home.namespace, wanted.get(current.delivered())));
    }

    private void ask(FetchPlan current, Step.Ask ask) {
        Runnable go = () -> attempt(current, ask);
        beginAttempt = go;
        waiting = true;
        if (!gates.bytes.enter(go, ask.count() * layout.blockBytes())) {
            beginAttempt = null;
            diary.ended(ask, 0, AttemptCause.QUEUE_FULL, "");
            attempted(current, List.of(), AttemptCause.QUEUE_FULL);
        }
    }

    private void attempt(FetchPlan current, Step.Ask ask) {
        waiting = false;
        List<BlockHash> hashes = wanted.subList(ask.from(), ask.from() + ask.count());
        FetchAttempt started = new FetchAttempt(kit, home, layout, ask.owner(), List.copyOf(hashes));
        attempt = started;
        asking = ask;
        diary.asks(ask);
        started.start((blocks, cause, detail, absence) -> {
            attempt = null;
            diary.ended(ask, blocks.size(), cause, detail);
            kit.counters().fetchedFromSsd.add(ask.owner().tier() == Tier.LOCAL_DISK ? blocks.size() : 0);
            learn(ask, blocks.size(), cause.end(), absence);
            attempted(current, blocks, cause);
        });
    }

    private void attempted(FetchPlan current, List<ResidentBlock> blocks, AttemptCause cause) {
        delivered.addAll(blocks);
        current.ended(blocks.size(), cause.end());
        leaveBytes();
        for (FetchJoin join : List.copyOf(joins)) {
            if (delivered.size() >= join.upTo) {
                leave(join, null);
            }
        }
        if (!ended) {
            next(current);
        }
    }

    private void leaveBytes() {
        Runnable mine = beginAttempt;
        if (mine != null) {
            beginAttempt = null;
            gates.bytes.leave(mine);
        }
    }

    private void learn(Step.Ask ask, int came, AttemptEnd end, @Nullable LedgerMark absence) {
        if (came == ask.count() || ask.owner().tier() != Tier.MEMORY) {
            return; // an owner finds out by itself what is wrong with its SSD
        }
        BlockKey first = new BlockKey(home.namespace, wanted.get(ask.from() + came));
        if (end == AttemptEnd.ABSENT) {
            kit.standing().absent(ask.owner(), first, absence);
            if (absence != null && ask.owner().hasApplied(absence)) {
                kit.reporter().report(ask.owner(), first, StaleReason.ABSENT);
            }
        } else if (end == AttemptEnd.CORRUPT) {
            kit.standing().corrupt(ask.owner(), first);
            kit.reporter().report(ask.owner(), first, StaleReason.CORRUPT);
        }
    }

    /// Owners failed: by now the master may know better.
    private void requery(FetchPlan current, Step.Stop before) {
        kit.counters().requeries.increment();
        int from = current.delivered();
        askMaster(wanted.subList(from, wanted.size()), reply -> {
            diary.owners(from, reply, true);
            if (reply == null) {
                end(before.cause());
                return;
            }
            current.requeried(
                    reply.runs().stream().map(run -> run.shifted(from)).toList(), reply.warming());
            next(current);
        });
    }

    /// Nothing of this namespace has ever come here: perhaps nobody stores this layout at all.
    private void checkLayout() {
        LayoutCheck.ask(kit, home, cause -> {
            if (!ended) {
                end(cause);
            }
        });
    }

    /// True while it waits for its turn behind other fetches.
    boolean isWaiting() {
        return waiting && !ended;
    }

    /// One does not wait any longer, and gets what has come for it; with the last one the fetch ends.
    ///
    /// @param cause why the next block is missing, if one is
    void leave(FetchJoin join, @Nullable Outcome cause) {
        if (joins.remove(join)) {
            FetchResult result = taken(join, cause);
            if (joins.isEmpty()) {
                close(cause);
            }
            join.then.accept(result);
        }
    }

    private FetchResult taken(FetchJoin join, @Nullable Outcome cause) {
        FetchResult result = join.resultOf(delivered, cause);
        result.blocks().forEach(kit.residents()::hold);
        return result;
    }

    /// Nobody hears before the fetch is closed: who goes on by itself must not join it again.
    private void end(@Nullable Outcome cause) {
        List<FetchJoin> left = List.copyOf(joins);
        List<FetchResult> results =
                left.stream().map(join -> taken(join, cause)).toList();
        joins.clear();
        close(cause);
        for (int i = 0; i < left.size(); i++) {
            left.get(i).then.accept(results.get(i));
        }
    }

    private void close(@Nullable Outcome cause) {
        ended = true;
        wanted.forEach(hash -> home.arriving.remove(hash, this));
        if (attempt != null) {
            attempt.abandon();
            if (asking != null) {
                diary.ended(asking, 0, AttemptCause.ABANDONED, "");
            }
        }
        diary.over(delivered.size(), isMissed(cause) ? cause : null);
        leaveBytes();
        gates.fetches.leave(begin);
        if (plan != null) {
            kit.counters().failovers.add(plan.failovers());
        }
        kit.room().unhold(delivered);
    }
}
