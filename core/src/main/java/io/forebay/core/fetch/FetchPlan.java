package io.forebay.core.fetch;

import io.forebay.core.answer.Invariant;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The plan that brings one query's missing blocks from their owners, front to back: whom to ask next and for what.
///
/// What came is kept: each attempt asks only for the rest. Of the owners that can serve the first missing block, are
/// not suppressed for it and whose breaker admits it, the plan takes one that has it in memory before one that has it
/// on SSD, which is asked for a piece at a time and not for what this node has on its own; then the one that can go on
/// longest; of equal ones one on this node's host; of these the one with the fewest reads under way; of these, the
/// first in an order that
/// `seed` shuffles. So the readers of a
/// popular prefix spread over its owners.
///
/// ```
///            next: Ask            ended: COMPLETE, ABSENT, CORRUPT, PEER_FAILED
///   ready ───────────────▶ asking ───────────────────────────────────────────▶ ready
///   ▲ │ next: Stop            │ ended: LOCAL_PRESSURE, DEADLINE
///   │ ▼                       ▼
///   stopped ◀──────────────────
///   └ requeried: once, if the catalogue may know better by now; otherwise stopped stays stopped
/// ```
///
/// Bounds: at most `maxAttempts` attempts that fall short (one more behind a re-query that used them up), and no more
/// complete ones than there are runs and pieces of runs on SSD, since each ends one. Not safe for several threads; one
/// writer steps it.
public final class FetchPlan {
    private record Candidate(OwnerRun run, BitSet suppressed) {}

    private final int wanted;
    private final FetchTerms terms;
    private final OwnerView view;
    private final Blames blames = new Blames();

    /// Every run that the catalogue named, whatever came of it.
    private final List<OwnerRun> said = new ArrayList<>();

    private List<Candidate> candidates;
    private int maxAttempts;
    private int delivered;
    private int attempts;
    private int failovers;
    private boolean fellShort;
    private boolean barred;
    private boolean warming;
    private boolean requeried;
    private Step.@Nullable Ask asking;
    private Step.@Nullable Stop stopped;

    /// @param wanted hashes to bring; 0 is complete at once
    /// @param runs who has what, indices counted from the first wanted hash; runs of this node are left out
    /// @param warming the master may not have heard of every owner yet
    /// @param view what this node knows of the owners
    public FetchPlan(int wanted, List<OwnerRun> runs, boolean warming, FetchTerms terms, OwnerView view) {
        Invariant.check(wanted >= 0, "a plan wants no negative number of blocks");
        this.wanted = wanted;
        this.terms = terms;
        this.view = view;
        this.warming = warming;
        this.maxAttempts = terms.maxAttempts();
        this.candidates = candidates(runs);
    }

    private List<Candidate> candidates(List<OwnerRun> runs) {
        List<OwnerRun> others =
                runs.stream().filter(run -> !run.node().equals(terms.self())).toList();
        said.addAll(others);
        return new OwnerShuffle(terms.seed())
                .of(others).stream()
                        .map(run -> new Candidate(run, view.suppressed(run)))
                        .toList();
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
        Candidate owner = best();
        if (owner == null || blames.size() >= maxAttempts) {
            stopped = new Step.Stop(cause(owner != null));
            return stopped;
        }
        attempts++;
        if (fellShort) {
            failovers++;
        }
        asking = new Step.Ask(owner.run, delivered, endOf(owner) - delivered);
        return asking;
    }

    private @Nullable Candidate best() {
        barred = false;
        Candidate best = null;
        for (Candidate candidate : candidates) {
            if (canServe(candidate) && (best == null || isBetter(candidate, best))) {
                best = candidate;
            }
        }
        return best;
    }

    /// Whether the candidate may be asked for the next block. Remembers if only suppression or a breaker bars it.
    private boolean canServe(Candidate candidate) {
        OwnerRun run = candidate.run;
        if (!run.has(delivered) || blames.limit(run, delivered, wanted) <= delivered) {
            return false;
        }
        if (run.tier() == Tier.LOCAL_DISK && view.onOwnDisk().get(delivered)) {
            return false;
        }
        boolean open = !candidate.suppressed.get(delivered) && view.admits(run.node());
        barred |= !open;
        return open;
    }

    private boolean isBetter(Candidate one, Candidate other) {
        if (one.run.tier() != other.run.tier()) {
            return one.run.tier() == Tier.MEMORY;
        }
        int further = endOf(one) - endOf(other);
        if (further != 0) {
            return further > 0;
        }
        boolean near = view.isNear(one.run);
        if (near != view.isNear(other.run)) {
            return near;
        }
        return view.readsInFlight(one.run.node()) < view.readsInFlight(other.run.node());
    }

    /// Index behind the last hash for which the candidate may be asked from [#delivered] on.
    private int endOf(Candidate candidate) {
        OwnerRun run = candidate.run;
        int end = blames.limit(run, delivered, Math.min(run.end(), wanted));
        end = before(candidate.suppressed, end);
        if (run.tier() == Tier.LOCAL_DISK) {
            end = before(view.onOwnDisk(), end);
            end = end - delivered > terms.diskBlocks() ? delivered + terms.diskBlocks() : end;
        }
        return end;
    }

    private int before(BitSet excluded, int end) {
        int first = excluded.nextSetBit(delivered);
        return first < 0 ? end : Math.min(end, first);
    }

    /// Why the next block does not come. An owner that was asked and failed explains more than one that was spared.
    private Outcome cause(boolean usedUp) {
        Outcome blamed = blames.causeAt(delivered, said);
        if (blamed != null) {
            return blamed;
        }
        if (usedUp) {
            return blames.latest();
        }
        if (barred) {
            return Outcome.MISS_SUPPRESSED;
        }
        return warming ? Outcome.MISS_WARMING : Outcome.MISS_NO_OWNER;
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
        switch (end) {
            case COMPLETE, ABSENT -> blames.hash(ask.owner(), delivered, Outcome.MISS_STALE_OWNER);
            case CORRUPT -> blames.hash(ask.owner(), delivered, Outcome.MISS_CORRUPT);
            case PEER_FAILED -> blames.peer(ask.owner(), Outcome.MISS_TRANSFER_ERROR);
            case LOCAL_PRESSURE -> stopped = new Step.Stop(Outcome.MISS_LOCAL_PRESSURE);
            case DEADLINE -> stopped = new Step.Stop(Outcome.MISS_DEADLINE);
        }
    }

    /// Whether to ask the master once more: the plan has stopped short of what the catalogue had said, because of
    /// owners, and for the first time.
    public boolean isWorthARequery() {
        if (requeried || stopped == null || delivered == wanted) {
            return false;
        }
        boolean ours = stopped.cause() == Outcome.MISS_LOCAL_PRESSURE || stopped.cause() == Outcome.MISS_DEADLINE;
        return !ours && (blames.size() > 0 || barred);
    }

    /// The master has been asked once more, for what follows the [#delivered] blocks. Owners that failed in the same
    /// session stay blamed.
    ///
    /// @param runs indices counted from the first hash that was wanted at the start
    /// @param stillWarming the master may not have heard of every owner yet
    public void requeried(List<OwnerRun> runs, boolean stillWarming) {
        Invariant.check(isWorthARequery(), "a plan hears of owners once more, and only when it may help");
        requeried = true;
        warming = stillWarming;
        stopped = null;
        maxAttempts = Math.max(maxAttempts, blames.size() + 1);
        candidates = candidates(runs);
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
