package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.catalogue.PromotionProtocol;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.core.prefetch.PromotionFailure;
import io.forebay.core.prefetch.Pull;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.session.SessionId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Carries out the master's promotion tasks: asks for them by long poll, some beyond those that its workers read, reads
/// each from SSD into memory, and says what became of it: a success on the ledger, with the registration, everything
/// else in [PromotionReports].
///
/// While the master has any use for it, a pull is always outstanding, also when nothing more could be taken: its answer
/// says what is no longer wanted. Such a one, which hands out nothing, makes way for one that can once half of what was
/// in hand is done; so no two that may hand something out are under way, and not every block costs a pull.
///
/// Every pull names all tasks that this node holds. So one whose handing out was lost comes again, and one that is done
/// does not. With the session everything goes that has not been begun; what is being read lands, and is registered
/// without a word about its task. Loop thread only.
final class Promoter {
    /// Tasks in hand for each worker, and at least so many in all: a pull's cost is shared by half of them.
    private static final int AHEAD_OF_WORKER = 4;

    private static final int AHEAD = 32;
    /// Reads beyond the workers', so that the device has its next one while the ends of others are on their way here.
    private static final int NEXT = 2;

    /// For so long after the master has heard of some that landed, others wait to be told together.
    private static final long BUNDLE_NANOS = 5_000_000L;

    private final NodeParts parts;
    private final NodeSettings.Prefetching settings;
    private final PromotionProtocol master;
    private final Staging staging;
    private final PrefetchBuffer buffer;
    private final RegistrationLedger ledger;
    private final Map<TaskAttempt, HeldTask> held = new LinkedHashMap<>();
    private final PromotionReports reports;
    private Runnable landed = () -> {};
    private Runnable ledgerChanged = () -> {};
    private int untold;
    private boolean bundling;
    private @Nullable SessionId session;
    private long pulls;
    private boolean pulling;
    private int askedCredit;
    private boolean pausing;
    private AliveReply.Promotes wanted = AliveReply.Promotes.NOTHING;
    private int busy;
    private int waiting;

    Promoter(
            NodeParts parts,
            PromotionProtocol master,
            Staging staging,
            PrefetchBuffer buffer,
            RegistrationLedger ledger) {
        this.parts = parts;
        this.settings = parts.settings().prefetch();
        this.master = master;
        this.staging = staging;
        this.buffer = buffer;
        this.ledger = ledger;
        this.reports = new PromotionReports(parts, master, held::remove);
    }

    /// @param admitted when a task has come to its end here: its block may have become resident
    /// @param changed when the master is to hear of it
    void onLanded(Runnable admitted, Runnable changed) {
        this.landed = admitted;
        this.ledgerChanged = changed;
    }

    /// The master knows this node anew, and none of its tasks.
    void sessionOpened(SessionId opened) {
        end();
        session = opened;
        reports.sessionOpened(opened);
        pulls = 0;
        pulling = false;
        pausing = false;
    }

    /// What the master wants by now. Until it says so in this session, it wants nothing, and nothing is asked of it.
    void wanted(AliveReply.Promotes now) {
        wanted = now;
        pull();
    }

    /// Nothing is begun from now on.
    void end() {
        session = null;
        held.values().forEach(task -> task.isWanted = false);
        held.clear();
        reports.end();
        wanted = AliveReply.Promotes.NOTHING;
        waiting = 0;
    }

    /// None while more than half of the most is in hand.
    private int credit() {
        int most = Math.max(AHEAD, AHEAD_OF_WORKER * settings.workers());
        int inHand = waiting + busy;
        return inHand <= most / 2 ? most - inHand : 0;
    }

    private void pull() {
        SessionId current = session;
        int credit = credit();
        boolean isAsked = pulling && (askedCredit > 0 || credit == 0);
        if (current == null || isAsked || pausing || !(wanted.tasks() || !held.isEmpty())) {
            return;
        }
        pulling = true;
        askedCredit = credit;
        long number = ++pulls;
        parts.counters().promotionPulls.increment();
        PullPromotions pull = new PullPromotions(
                parts.settings().node(), current, number, List.copyOf(held.keySet()), credit, settings.waitNanos());
        long timeout = settings.waitNanos() + parts.settings().master().callNanos();
        master.pullPromotions(
                pull,
                timeout,
                answer -> parts.loop().post(() -> {
                    if (number == pulls && current.equals(session)) {
                        pulled(answer);
                    }
                }));
    }

    private void pulled(Answer<PullReply> answer) {
        pulling = false;
        if (answer instanceof Answer.Ok<PullReply>(PullReply.Heard(Pull.Taken taken))) {
            taken.over().forEach(this::over);
            long now = parts.loop().nanoTime();
            taken.tasks().forEach(task -> {
                parts.counters().promotionUnknownSources.add(task.unknownSource() == 0 ? 0 : 1);
                waiting += held.putIfAbsent(task.attempt(), new HeldTask(task, now)) == null ? 1 : 0;
            });
            work();
            pull();
        } else {
            parts.counters().promotionPullFailures.increment();
            pausing = true;
            parts.loop().after(pauseNanos(answer), () -> {
                pausing = false;
                pull();
            });
        }
    }

    /// A master that has no promotions, or does not know what that is, is asked again as if it had none to give.
    private long pauseNanos(Answer<PullReply> answer) {
        return switch (answer) {
            case Answer.Ok<PullReply>(PullReply.NoPromotions none) -> settings.waitNanos();
            case Answer.Refused<PullReply> refused -> settings.waitNanos();
            case Answer.Ok<PullReply> other -> settings.pullIntervalNanos();
            case Answer.Failed<PullReply> failed -> settings.pullIntervalNanos();
        };
    }

    /// The master has seen the task's end, or does not want it any more.
    private void over(TaskAttempt attempt) {
        HeldTask task = held.remove(attempt);
        if (task != null) {
            task.isWanted = false;
            reports.over(attempt);
            if (task.state == HeldTask.State.WAITING) {
                waiting--;
                parts.counters().prefetchGivenUp.increment();
            }
        }
    }

    /// The next tasks, earliest need first: as many as there are workers for, and some more.
    private void work() {
        long now = parts.loop().nanoTime();
        Optional<HeldTask> next = next(now);
        while (busy < settings.workers() + NEXT && next.isPresent()) {
            begin(next.get());
            next = next(now);
        }
    }

    /// What nobody needs any more is not read; the master says soon that it is over.
    private Optional<HeldTask> next(long now) {
        return held.values().stream()
                .filter(task -> task.state == HeldTask.State.WAITING && task.expireAtNanos - now > 0)
                .min((one, other) -> byNeed(one, other, now));
    }

    /// What can no longer be in time comes last.
    private static int byNeed(HeldTask one, HeldTask other, long now) {
        boolean late = one.startByNanos - now < 0;
        boolean otherLate = other.startByNanos - now < 0;
        return late == otherLate
                ? Long.compare(one.startByNanos - now, other.startByNanos - now)
                : Boolean.compare(late, otherLate);
    }

    private void begin(HeldTask task) {
        task.state = HeldTask.State.READING;
        waiting--;
        busy++;
        parts.counters().promotionsStarted.increment();
        reports.started(task.attempt);
        Promotion.start(parts, staging, buffer, task, end -> {
            settled(task, end);
            parts.loop().post(this::goOn);
        });
    }

    /// In the turn in which the block became resident: no batch must register it without the task's end.
    private void settled(HeldTask task, PromotionEnd end) {
        busy--;
        reports.over(task.attempt);
        switch (end) {
            case PromotionEnd.Failed(PromotionFailure cause) -> {
                parts.counters().promotionsFailed.increment();
                task.state = HeldTask.State.FAILED;
                if (task.isWanted) {
                    reports.failed(task.attempt, cause);
                }
            }
            case PromotionEnd.InMemory inMemory -> {
                NodeCounters counters = parts.counters();
                (inMemory.brought() ? counters.promotionsLanded : counters.promotionsSuperseded).increment();
                task.state = HeldTask.State.LANDED;
                if (task.isWanted) {
                    ledger.promoted(task.key, task.attempt);
                }
            }
        }
    }

    private void goOn() {
        landed.run();
        work();
        pull();
        tell();
    }

    /// The first is told at once, and the last of those in hand; the others in bundles: a batch for each block costs
    /// node, master and routers more processor time than the block's read.
    private void tell() {
        untold++;
        if (!bundling || waiting + busy == 0) {
            tellAll();
        }
    }

    private void tellAll() {
        if (untold > 0) {
            untold = 0;
            bundling = true;
            ledgerChanged.run();
            parts.loop().after(BUNDLE_NANOS, () -> {
                bundling = false;
                tellAll();
            });
        }
    }

    /// Whether what the ledger has to say, so many keys, is only what has landed here and waits to be told together.
    boolean isBundling(int dirtyKeys) {
        return bundling && untold > 0 && dirtyKeys <= untold;
    }

    /// The master has applied a batch, and with it the ends of the tasks that it names.
    void heard(List<Promoted> promoted) {
        promoted.forEach(each -> held.remove(each.attempt()));
    }

    /// A get reads a block from SSD: a task that is still to bring it comes too late for it. Without one, the master
    /// may
    /// bring it for the next get.
    void met(BlockKey key) {
        Optional<HeldTask> task = held.values().stream()
                .filter(each -> each.key.equals(key)
                        && (each.state == HeldTask.State.WAITING || each.state == HeldTask.State.READING))
                .findAny();
        if (task.isEmpty() && wanted.met()) {
            reports.met(key);
        }
        boolean late = task.filter(HeldTask::isPrefetch).isPresent();
        parts.counters().prefetchLate.add(late ? 1 : 0);
    }

    /// Somebody wants the block gone: what is being read does not become resident. What has yet to be begun finds
    /// nothing on the SSD any more.
    void drop(BlockKey key) {
        held.values().stream().filter(each -> each.key.equals(key)).forEach(each -> each.isDropped = true);
    }

    /// Tasks that are in this node's hands.
    int inHand() {
        return held.size();
    }
}
