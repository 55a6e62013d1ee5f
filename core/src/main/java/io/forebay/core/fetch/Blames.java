package io.forebay.core.fetch;

import io.forebay.core.catalogue.NodeId;
import io.forebay.core.catalogue.OwnerRun;
import java.util.ArrayList;
import java.util.List;

/// What went wrong within one [FetchPlan], and whom it concerns: a whole peer, or a peer and one hash. One entry for
/// each attempt that fell short, so it is a handful and is searched in order. Written by its plan alone.
final class Blames {
    private static final int EVERY_HASH = -1;

    private record Blame(NodeId owner, int index, Outcome cause) {
        boolean concerns(int hash) {
            return index == EVERY_HASH || index == hash;
        }
    }

    private final List<Blame> blames = new ArrayList<>();

    void peer(NodeId owner, Outcome cause) {
        blames.add(new Blame(owner, EVERY_HASH, cause));
    }

    void hash(NodeId owner, int index, Outcome cause) {
        blames.add(new Blame(owner, index, cause));
    }

    int size() {
        return blames.size();
    }

    /// Index behind the last hash for which `owner` may be asked, from `from` on and at most `end`: the first hash
    /// that it is blamed for ends its run. `from` or less when it must not be asked.
    int limit(NodeId owner, int from, int end) {
        int limit = end;
        for (Blame blame : blames) {
            if (blame.owner.equals(owner) && blame.index == EVERY_HASH) {
                return from;
            }
            if (blame.owner.equals(owner) && blame.index >= from) {
                limit = Math.min(limit, blame.index);
            }
        }
        return limit;
    }

    /// Why nobody delivers `hash`: the latest blame of an owner that was said to have it; without an owner to blame,
    /// nobody had it.
    Outcome causeAt(int hash, List<OwnerRun> owners) {
        for (Blame blame : blames.reversed()) {
            if (blame.concerns(hash) && had(blame.owner, hash, owners)) {
                return blame.cause;
            }
        }
        return Outcome.MISS_NO_OWNER;
    }

    private static boolean had(NodeId owner, int hash, List<OwnerRun> owners) {
        return owners.stream().anyMatch(run -> run.node().equals(owner) && run.from() <= hash && hash < run.end());
    }
}
