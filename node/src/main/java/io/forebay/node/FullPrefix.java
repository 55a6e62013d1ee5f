package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.PrefixWatch;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.Layout;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One query for all of a chain or nothing. It looks into this node's memory and SSD and has the master watch for the
/// rest; when they and owners together have all, it fetches. Loop thread only.
///
/// ```
///          all here ───────────────────────────────────────────────────────▶ full
///         ▲                                                                   ▲
///   WATCHING ──master: owners have the rest──▶ BRINGING ──all came────────────┘
///     │ ▲ ▲                                        │
///     │ │ └─pause─ something did not come ─────────┤
///     │ └─ a block came here, a new session: look  │ the deadline is over
///     └────── the time for watching is over ───────┴──▶ incomplete
/// ```
/// Watching ends one estimated read before the deadline, so that what it finds can still be read and an engine
/// that gets nothing has that time to itself; but an estimate never takes more than half of the time, since it
/// may be wrong. While it watches it holds nothing.
final class FullPrefix {
    private static final long PAUSE_MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PAUSE_MAX_NANOS = TimeUnit.SECONDS.toNanos(1);

    /// The master's word should be here so long before watching ends; then it is asked once more for the rest.
    private static final long MASTER_SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LEAST_WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private enum State {
        WATCHING,
        BRINGING,
        ENDED
    }

    /// Hears how it ends, once.
    interface End {
        /// All of it is here.
        void full(Brought all);

        /// Not all of it could be had in time.
        ///
        /// @param there leading blocks that were found, here or elsewhere
        /// @param cause why the one behind them is missing
        void incomplete(int there, Outcome cause);
    }

    private final FetchKit kit;
    private final FetchGates gates;
    private final QueryRun run;
    private final Instance asker;
    private final List<BlockHash> hashes;
    private final End then;
    private final Backoff backoff;
    private State state = State.WATCHING;
    private long endNanos;
    private long watchEndNanos;
    private Loop.@Nullable Timer timer;
    private @Nullable Bringing bringing;
    private @Nullable Outcome stopCause;

    /// Counts looks: what was asked or planned before the last one is of no use.
    private int looks;

    private int firstMissing;
    private int there;
    private Outcome cause = Outcome.MISS_MASTER_UNAVAILABLE;
    private @Nullable Outcome withoutOwner;

    FullPrefix(FetchKit kit, FetchGates gates, QueryRun run, End then) {
        this.kit = kit;
        this.gates = gates;
        this.run = run;
        this.asker = run.instance;
        this.hashes = run.hashes;
        this.then = then;
        this.backoff = new Backoff(PAUSE_MIN_NANOS, PAUSE_MAX_NANOS, kit.random());
    }

    void start(long deadlineNanos) {
        long now = kit.loop().nanoTime();
        MissingBlocks missing = new MissingBlocks(kit, asker.blocks, hashes);
        there = missing.here();
        long bytes = missing.hashes.size() * layout().blockBytes();
        long readNanos = Math.min(deadlineNanos / 2, kit.standing().readNanos(bytes));
        endNanos = now + deadlineNanos;
        watchEndNanos = endNanos - readNanos;
        timer = kit.loop().after(watchEndNanos - now, this::late);
        look();
    }

    private Layout layout() {
        return asker.layout;
    }

    private void look() {
        looks++;
        MissingBlocks missing = new MissingBlocks(kit, asker.blocks, hashes);
        firstMissing = missing.here();
        if (missing.hashes.isEmpty()) {
            bring();
        } else {
            ask(missing);
        }
    }

    private void ask(MissingBlocks missing) {
        long left = watchEndNanos - kit.loop().nanoTime();
        long watchNanos = left - Math.min(MASTER_SLACK_NANOS, left / 4);
        Optional<PrefixWatch> watch = watchNanos < LEAST_WATCH_NANOS
                ? Optional.empty()
                : kit.session().get().map(session -> new PrefixWatch(session, watchNanos));
        int asked = looks;
        kit.counters().masterQueries.increment();
        kit.master()
                .queryPrefix(
                        new PrefixQuery(asker.blocks.namespace, missing.hashes, watch),
                        kit.settings().master().callNanos()
                                + watch.map(PrefixWatch::nanos).orElse(0L),
                        answer -> kit.loop().post(() -> {
                            if (state == State.WATCHING && asked == looks) {
                                answered(missing, answer);
                            }
                        }));
    }

    private void answered(MissingBlocks missing, Answer<PrefixReply> answer) {
        if (!(answer instanceof Answer.Ok<PrefixReply>(PrefixReply reply))) {
            kit.counters().masterQueryFailures.increment();
            lookAgain(missing.here(), Outcome.MISS_MASTER_UNAVAILABLE);
        } else if (missing.reach(reply) == hashes.size()) {
            bring();
        } else if (reply.warming()) {
            lookAgain(missing.reach(reply), Outcome.MISS_WARMING);
        } else {
            lookAgain(missing.reach(reply), withoutOwner(reply));
        }
    }

    private Outcome withoutOwner(PrefixReply reply) {
        if (withoutOwner == null) {
            withoutOwner = Outcome.MISS_NO_OWNER;
            if (reply.runs().isEmpty() && asker.blocks.byHash.isEmpty()) {
                LayoutCheck.ask(kit, asker.blocks, found -> {
                    withoutOwner = found;
                    cause = cause == Outcome.MISS_NO_OWNER ? found : cause;
                });
            }
        }
        return withoutOwner;
    }

    /// Not yet. What is known now is what the engine hears if nothing better comes.
    private void lookAgain(int found, Outcome why) {
        state = State.WATCHING;
        there = found;
        cause = why;
        int planned = ++looks;
        long pause = backoff.pauseNanos();
        if (kit.loop().nanoTime() + pause < watchEndNanos) {
            kit.loop().after(pause, () -> {
                if (state == State.WATCHING && planned == looks) {
                    look();
                }
            });
        }
    }

    private void bring() {
        if (!fits()) {
            lookAgain(0, Outcome.MISS_LOCAL_PRESSURE);
            return;
        }
        state = State.BRINGING;
        Bringing all = new Bringing(kit, gates, run, hashes, this::brought);
        bringing = all;
        all.start(endNanos - kit.loop().nanoTime());
    }

    /// Whether leases have room for the whole chain.
    private boolean fits() {
        long need = 0;
        for (BlockHash hash : hashes) {
            ResidentBlock block = asker.blocks.inMemory(hash);
            need += block != null && block.holds > 0 ? 0 : layout().blockBytes();
        }
        return need <= kit.room().leasableBytes(kit.settings().leases().heldShare());
    }

    private void brought(Brought result) {
        bringing = null;
        List<ResidentBlock> blocks = result.blocks();
        int sound = (int) blocks.stream().takeWhile(block -> !block.damaged).count();
        Outcome missed = sound < blocks.size() ? Outcome.MISS_CORRUPT : result.cause();
        if (missed == null) {
            end();
            then.full(result);
            return;
        }
        kit.room().unhold(blocks);
        lookAgain(sound, missed);
        if (stopCause != null || kit.loop().nanoTime() >= watchEndNanos) {
            incomplete();
        }
    }

    /// Blocks have come into this node's memory.
    void blocksAdmitted() {
        if (state != State.WATCHING) {
            return;
        }
        while (firstMissing < hashes.size() && kit.isHere(asker.blocks, hashes.get(firstMissing))) {
            firstMissing++;
        }
        if (firstMissing == hashes.size()) {
            look();
        }
    }

    /// Another master, or the same one after a loss, knows nothing of what was asked: ask again.
    void sessionOpened() {
        if (state == State.WATCHING) {
            look();
        }
    }

    private void late() {
        if (state == State.WATCHING) {
            incomplete();
        }
    }

    /// Ends now.
    void stop(Outcome why) {
        if (state == State.WATCHING) {
            cause = why;
            incomplete();
        } else if (bringing != null) {
            stopCause = why;
            bringing.stop(why);
        }
    }

    private void incomplete() {
        end();
        then.incomplete(there, cause);
    }

    private void end() {
        state = State.ENDED;
        if (timer != null) {
            timer.cancel();
        }
    }
}
