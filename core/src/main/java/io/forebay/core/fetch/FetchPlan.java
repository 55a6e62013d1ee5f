package io.forebay.core.fetch;

import io.forebay.core.answer.Invariant;
import io.forebay.core.catalogue.NodeId;
import io.forebay.core.catalogue.OwnerRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The plan that brings one query's missing blocks from their owners, front to back: whom to ask next and for what.
///
/// What came is kept: each attempt asks only for the rest. Of the owners that can serve the first missing block the
/// plan takes the one that can go on longest; equal ones stand in an order that `seed` shuffles, so that the readers
/// of a popular prefix spread over its owners.
///
/// ```
///            next: Ask            ended: COMPLETE, ABSENT, CORRUPT, PEER_FAILED
///   ready ───────────────▶ asking ───────────────────────────────────────────▶ ready
///     │ next: Stop            │ ended: LOCAL_PRESSURE, DEADLINE
///     ▼                       ▼
///   stopped ◀──────────────────                        stopped stays stopped
/// ```
///
/// Bounds: at most `maxAttempts` attempts that fall short, and no more complete ones than there are runs, since each
/// ends its run. Not safe for several threads; one writer steps it.
public final class FetchPlan {
    private final int wanted;
    private final List<OwnerRun> candidates;
    private final int maxAttempts;
    private final Blames blames = new Blames();
    private int delivered;
    private int attempts;
    private int failovers;
    private boolean fellShort;
    private Step.@Nullable Ask asking;
    private Step.@Nullable Stop stopped;

    /// @param wanted hashes to bring; 0 is complete at once
    /// @param runs who has what, indices counted from the first wanted hash; runs of `self` are left out
    /// @param self this node, which has none of the wanted blocks whatever the catalogue says
    /// @param maxAttempts attempts that may fall short before the plan stops, at least 1
    /// @param seed shuffles equal owners
    public FetchPlan(int wanted, List<OwnerRun> runs, NodeId self, int maxAttempts, long seed) {
        Invariant.check(wanted >= 0, "a plan wants no negative number of blocks");
        Invariant.check(maxAttempts >= 1, "a plan has at least 1 attempt");
        this.wanted = wanted;
        this.maxAttempts = maxAttempts;
        this.candidates = new OwnerShuffle(seed)
                .of(runs.stream().filter(run -> !run.node().equals(self)).toList());
    }

    /// What to do now. An `Ask` opens an attempt, which [#ended] closes before the next call.
    public Step next() {
        Invariant.check(asking == null, "an attempt is still open");
        if (delivered == wanted) {
            return new Step.Stop(null);
        }
        if (stopped != null) {
            return stopped;
        }
        OwnerRun owner = blames.size() < maxAttempts ? longestRest() : null;
        if (owner == null) {
            stopped = new Step.Stop(blames.causeAt(delivered, candidates));
            return stopped;
        }
        attempts++;
        if (fellShort) {
            failovers++;
        }
        asking = new Step.Ask(owner, delivered, endOf(owner) - delivered);
        return asking;
    }

    private @Nullable OwnerRun longestRest() {
        OwnerRun best = null;
        for (OwnerRun run : candidates) {
            boolean canServe = run.from() <= delivered && delivered < endOf(run);
            if (canServe && (best == null || endOf(run) > endOf(best))) {
                best = run;
            }
        }
        return best;
    }

    /// Index behind the last hash for which `run` may be asked from [#delivered] on.
    private int endOf(OwnerRun run) {
        return blames.limit(run.node(), delivered, Math.min(run.end(), wanted));
    }

    /// Closes the open attempt: the first `came` of the blocks asked for are here, verified, whatever the end. Fewer
    /// than asked for with [AttemptEnd#COMPLETE] count as [AttemptEnd#ABSENT].
    public void ended(int came, AttemptEnd end) {
        Step.Ask ask = asking;
        if (ask == null || came < 0 || came > ask.count()) {
            throw new IllegalStateException("no attempt is open that could have brought " + came + " blocks");
        }
        asking = null;
        delivered += came;
        boolean complete = end == AttemptEnd.COMPLETE && came == ask.count();
        fellShort = !complete;
        if (complete) {
            return;
        }
        NodeId owner = ask.owner().node();
        switch (end) {
            case COMPLETE, ABSENT -> blames.hash(owner, delivered, Outcome.MISS_STALE_OWNER);
            case CORRUPT -> blames.hash(owner, delivered, Outcome.MISS_CORRUPT);
            case PEER_FAILED -> blames.peer(owner, Outcome.MISS_TRANSFER_ERROR);
            case LOCAL_PRESSURE -> stopped = new Step.Stop(Outcome.MISS_LOCAL_PRESSURE);
            case DEADLINE -> stopped = new Step.Stop(Outcome.MISS_DEADLINE);
        }
    }

    /// Blocks that came, front to back without a hole.
    public int delivered() {
        return delivered;
    }

    /// Attempts that were opened.
    public int attempts() {
        return attempts;
    }

    /// Attempts that were opened because the one before fell short.
    public int failovers() {
        return failovers;
    }
}
