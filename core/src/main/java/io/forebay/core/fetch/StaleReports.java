package io.forebay.core.fetch;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What this node has met at owners and the master is to be told of: one report for each owner's session, namespace
/// and reason, each block in it once, in the order of the first.
///
/// Bound: [ReportStale#MAX_HASHES] blocks altogether; at it a further one is not taken, and whoever meets it again
/// reports it. Losing all of it costs as much. Everything is O(1) for each block. One writer.
public final class StaleReports {
    private record Subject(NodeId owner, SessionId session, Namespace namespace, StaleReason reason) {}

    private final Map<Subject, Set<BlockHash>> pending = new LinkedHashMap<>();
    private int blocks;

    /// Keeps it for the next report. False when there is no room.
    public boolean add(OwnerRun owner, BlockKey key, StaleReason reason) {
        Subject subject = new Subject(owner.node(), owner.session(), key.namespace(), reason);
        Set<BlockHash> hashes = pending.get(subject);
        if (hashes != null && hashes.contains(key.hash())) {
            return true;
        }
        if (blocks >= ReportStale.MAX_HASHES) {
            return false;
        }
        pending.computeIfAbsent(subject, name -> new LinkedHashSet<>()).add(key.hash());
        blocks++;
        return true;
    }

    /// Takes the oldest report; null when there is none.
    public @Nullable ReportStale next() {
        Iterator<Map.Entry<Subject, Set<BlockHash>>> oldest = pending.entrySet().iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        Map.Entry<Subject, Set<BlockHash>> entry = oldest.next();
        oldest.remove();
        List<BlockHash> hashes = new ArrayList<>(entry.getValue());
        blocks -= hashes.size();
        Subject subject = entry.getKey();
        return new ReportStale(subject.owner, subject.session, subject.namespace, hashes, subject.reason);
    }
}
