package io.forebay.core.fetch;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What went wrong within one [FetchPlan], and whom it concerns: a whole peer, or a peer and one hash in one of its
/// tiers, in one session of the peer. One entry for each attempt that fell short, so it is a handful and is searched in
/// order. Written by
/// its plan alone.
final class Blames {
    private static final int EVERY_HASH = -1;

    private record Blame(NodeId owner, SessionId session, Tier tier, int index, Outcome cause) {
        boolean concerns(int hash) {
            return index == EVERY_HASH || index == hash;
        }

        boolean concerns(OwnerRun run) {
            return owner.equals(run.node())
                    && session.equals(run.session())
                    && (index == EVERY_HASH || tier == run.tier());
        }
    }

    private final List<Blame> blames = new ArrayList<>();

    void peer(OwnerRun owner, Outcome cause) {
        blames.add(new Blame(owner.node(), owner.session(), owner.tier(), EVERY_HASH, cause));
    }

    void hash(OwnerRun owner, int index, Outcome cause) {
        blames.add(new Blame(owner.node(), owner.session(), owner.tier(), index, cause));
    }

    int size() {
        return blames.size();
    }

    /// Index behind the last hash for which `run` may be asked, from `from` on and at most `end`: the first hash that
    /// its owner is blamed for ends it. `from` or less when the owner must not be asked.
    int limit(OwnerRun run, int from, int end) {
        int limit = end;
        for (Blame blame : blames) {
            if (blame.concerns(run) && blame.index == EVERY_HASH) {
                return from;
            }
            if (blame.concerns(run) && blame.index >= from) {
                limit = Math.min(limit, blame.index);
            }
        }
        return limit;
    }

    /// Why nobody delivers `hash`: the latest blame of an owner that was said to have it; null without one.
    @Nullable
    Outcome causeAt(int hash, List<OwnerRun> said) {
        for (Blame blame : blames.reversed()) {
            if (blame.concerns(hash) && said.stream().anyMatch(run -> blame.concerns(run) && run.has(hash))) {
                return blame.cause;
            }
        }
        return null;
    }

    /// The cause of the latest blame.
    Outcome latest() {
        return blames.getLast().cause;
    }
}
