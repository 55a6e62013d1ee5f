package io.forebay.core.fetch;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import java.util.BitSet;

/// What a [FetchPlan] needs to know of owners beyond what the catalogue says, and of its own node. Answers at once and
/// changes nothing
/// that a plan can see.
public interface OwnerView {
    /// Which wanted hashes of the run must not be asked of its owner, by index from the first wanted one.
    BitSet suppressed(OwnerRun run);

    /// Whether the owner may be asked now: its breaker is not open.
    boolean admits(NodeId owner);

    /// Whether the owner is on this node's host, as far as that is known: then its bytes have no network to cross.
    boolean isNear(OwnerRun run);

    /// Reads of this node that are under way from the owner.
    int readsInFlight(NodeId owner);

    /// Which wanted hashes this node has on its own SSD, by index from the first wanted one: they are read there rather
    /// than from another node's SSD.
    BitSet onOwnDisk();
}
