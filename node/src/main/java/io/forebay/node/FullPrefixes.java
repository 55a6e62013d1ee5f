package io.forebay.node;

import io.forebay.core.fetch.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The full-prefix queries under way, and who tells them that something has changed. Bounded. Loop thread only.
final class FullPrefixes {
    /// Each looks at one block whenever blocks come.
    static final int MAX = 4_096;

    private final FetchKit kit;
    private final FetchGates gates;
    private final Set<FullPrefix> underWay = new LinkedHashSet<>();

    FullPrefixes(FetchKit kit, FetchGates gates) {
        this.kit = kit;
        this.gates = gates;
    }

    /// Begins one for the run, which knows it until it has ended; beyond the bound it ends at once.
    void start(QueryRun run, long deadlineNanos, FullPrefix.End then) {
        if (underWay.size() >= MAX) {
            then.incomplete(0, Outcome.MISS_LOCAL_PRESSURE);
            return;
        }
        FullPrefix full = new FullPrefix(kit, gates, run, new FullPrefix.End() {
            @Override
            public void full(Brought all) {
                ended(run);
                then.full(all);
            }

            @Override
            public void incomplete(int there, Outcome cause) {
                ended(run);
                then.incomplete(there, cause);
            }
        });
        run.full = full;
        underWay.add(full);
        full.start(deadlineNanos);
    }

    private void ended(QueryRun run) {
        underWay.remove(run.full);
        run.full = null;
    }

    void blocksAdmitted() {
        List.copyOf(underWay).forEach(FullPrefix::blocksAdmitted);
    }

    void sessionOpened() {
        List.copyOf(underWay).forEach(FullPrefix::sessionOpened);
    }

    int count() {
        return underWay.size();
    }
}
