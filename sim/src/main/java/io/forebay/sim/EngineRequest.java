package io.forebay.sim;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.lease.LeaseOutcome;
import java.util.ArrayList;
import java.util.List;

/// One request of a simulated engine: query, check every byte of every hit, save the rest, await the handoff, keep
/// the lease for a while, check again, release. Any step may fail; then the request just ends, as an engine's would.
final class EngineRequest {
    private static final long QUERY_DEADLINE = 1_000_000_000L;
    private static final long QUERY_WAIT = QUERY_DEADLINE / 4;
    private static final long HANDOFF_DEADLINE = 500_000_000L;
    private static final int MAX_POLLS = 20;

    private final SimEngine engine;
    private final String id;
    private final List<BlockHash> hashes;

    /// The node's incarnation that the request is made to: descriptors are good in its pool alone.
    private final int boot;

    private final int incarnation;
    private int polls;
    private QueryReply.Ready ready = new QueryReply.Ready(null, List.of(), List.of());

    EngineRequest(SimEngine engine, String id, List<BlockHash> hashes) {
        this.engine = engine;
        this.id = id;
        this.hashes = hashes;
        this.boot = engine.boot();
        this.incarnation = engine.incarnation();
    }

    void start() {
        if (++polls > MAX_POLLS) {
            engine.requestEnded();
            return;
        }
        Query query = new Query(engine.instance(), boot, id, hashes, QUERY_DEADLINE, QUERY_WAIT);
        engine.<QueryReply>call(
                "query",
                (node, reply) -> {
                    long arrivedNanos = engine.schedule().nowNanos();
                    node.query(query, answer -> {
                        checkAnswered(arrivedNanos);
                        reply.accept(answer);
                    });
                },
                this::queried);
    }

    /// No call is held back for longer than it allows, be it the first or one that arrives once more.
    private void checkAnswered(long arrivedNanos) {
        long held = engine.schedule().nowNanos() - arrivedNanos;
        engine.violatedUnless(
                held <= QUERY_WAIT + 50_000_000L, () -> "query " + id + " was held for " + held / 1_000_000 + " ms");
    }

    private void queried(Answer<QueryReply> answer) {
        if (!(answer instanceof Answer.Ok<QueryReply>(QueryReply.Ready all))) {
            start();
            return;
        }
        ready = all;
        engine.violatedUnless(all.outcomes().size() == hashes.size(), () -> "outcomes add up to the keys");
        for (int i = 0; i < hashes.size(); i++) {
            engine.violatedUnless(
                    all.outcomes().get(i).isHit() == (i < all.blocks().size()),
                    () -> "hits are the leading blocks: " + all.outcomes());
        }
        engine.counted(all.outcomes());
        check();
        engine.later(1_000_000L, 50_000_000L, this::save);
    }

    /// Whatever generation says is still leased must be the bytes of that block.
    private void check() {
        for (int block = 0; block < ready.blocks().size(); block++) {
            for (int slot = 0; slot < ready.blocks().get(block).slots().size(); slot++) {
                engine.read(boot, ready.blocks().get(block).slots().get(slot).extent(), hashes.get(block), slot);
            }
        }
    }

    private void save() {
        Reserve reserve = new Reserve(engine.instance(), boot, id, 0, hashes);
        engine.<List<Reservation>>call("reserve", (node, reply) -> node.reserve(reserve, reply), this::reserved);
    }

    private void reserved(Answer<List<Reservation>> answer) {
        if (!(answer instanceof Answer.Ok<List<Reservation>>(List<Reservation> reservations))) {
            hold();
            return;
        }
        List<ReservedBlock> granted = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            if (reservations.get(i) instanceof Reservation.Granted reservation) {
                granted.add(new ReservedBlock(hashes.get(i), reservation.number()));
            }
        }
        engine.later(1_000L, 30_000_000L, () -> {
            if (incarnation != engine.incarnation() || boot != engine.boot()) {
                engine.requestEnded(); // the process, or the pool it has mapped, is gone: nothing to write or seal
                return;
            }
            for (int i = 0; i < hashes.size(); i++) {
                if (reservations.get(i) instanceof Reservation.Granted reservation
                        && engine.isStoppedWriting(boot, reservation.extents(), hashes.get(i))) {
                    return;
                }
            }
            if (granted.isEmpty()) {
                awaitHandoff();
            } else {
                seal(granted);
            }
        });
    }

    private void seal(List<ReservedBlock> written) {
        Seal seal = new Seal(engine.instance(), 0, written);
        engine.<List<SealOutcome>>call("seal", (node, reply) -> node.seal(seal, reply), answer -> awaitHandoff());
    }

    private void awaitHandoff() {
        AwaitHandoff barrier = new AwaitHandoff(engine.instance(), id, HandoffLevel.REGISTERED, HANDOFF_DEADLINE);
        engine.<HandoffReport>call(
                "handoff",
                (node, reply) -> {
                    long asked = engine.schedule().nowNanos();
                    node.awaitHandoff(barrier, answer -> {
                        long took = engine.schedule().nowNanos() - asked;
                        engine.violatedUnless(
                                took <= HANDOFF_DEADLINE + 50_000_000L,
                                () -> "barrier took " + took / 1_000_000 + " ms");
                        reply.accept(answer);
                    });
                },
                answer -> {
                    if (answer instanceof Answer.Ok<HandoffReport>(HandoffReport report)) {
                        engine.violatedUnless(
                                report.scope() <= hashes.size() && report.unleased() <= report.registered(),
                                () -> "a barrier counts its scope");
                    }
                    hold();
                });
    }

    private void hold() {
        engine.later(1_000_000L, 6_000_000_000L, () -> {
            check();
            release();
        });
    }

    private void release() {
        var lease = ready.lease();
        if (lease != null) {
            engine.<LeaseOutcome>call(
                    "release", (node, reply) -> node.release(engine.instance(), lease, reply), answer -> {});
        }
        engine.requestEnded();
    }
}
