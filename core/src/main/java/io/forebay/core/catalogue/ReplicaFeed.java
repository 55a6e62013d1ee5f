package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.events.EventRing;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaEvent.GoneCause;
import io.forebay.core.events.ReplicaEvent.RemovedCause;
import io.forebay.core.events.ReplicaEvent.StoredCause;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.List;

/// What happens to the replicas of open sessions, told by those who write the tables ([ReplicaTable]
/// and [TableWriter]), in the order in which they do; the events behind each other, and the snapshots
/// that are being read.
///
/// Its table is that of registered replicas: a node that is silent for a while keeps its own, though no
/// query names it. Silence begins by the passing of time, which is no event, and ends often.
///
/// Soft: a master that starts over begins with 1, in a new epoch. Until somebody listens it costs an
/// addition for each event. Confined to its [Catalogue].
final class ReplicaFeed {
    private final EventRing ring = new EventRing();
    private final List<ReplicaScan> scans = new ArrayList<>();

    EventRing ring() {
        return ring;
    }

    void stored(Tier tier, Session session, BlockKey key, StoredCause cause) {
        if (ring.isOpen()) {
            ring.add(new ReplicaEvent.Stored(new ReplicaPlace(session.node, session.id, tier, key), cause));
        } else {
            ring.skip();
        }
    }

    void removed(Tier tier, Session session, BlockKey key, RemovedCause cause) {
        if (ring.isOpen()) {
            ring.add(new ReplicaEvent.Removed(new ReplicaPlace(session.node, session.id, tier, key), cause));
        } else {
            ring.skip();
        }
    }

    void ownerGone(Session session, GoneCause cause) {
        if (ring.isOpen()) {
            ring.add(new ReplicaEvent.OwnerGone(session.node, session.id, cause));
        } else {
            ring.skip();
        }
    }

    /// The replica is about to leave its chains.
    void leaving(Replica replica) {
        for (int i = 0; i < scans.size(); i++) {
            scans.get(i).leaving(replica);
        }
    }

    /// A walk over all replicas of the open sessions, until it [#end]s.
    ReplicaScan scan(Sessions sessions) {
        ReplicaScan scan = new ReplicaScan(List.copyOf(sessions.open()));
        scans.add(scan);
        return scan;
    }

    void end(ReplicaScan scan) {
        scans.remove(scan);
    }
}
