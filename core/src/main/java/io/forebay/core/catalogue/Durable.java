package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;
import java.util.Set;

/// An event that a [Journal] keeps: applied in order to an empty catalogue, these give the same answers again.
public sealed interface Durable extends Event {
    /// A node has a session from now on; it was heard at that moment.
    ///
    /// @param address `host:port` of its control plane
    /// @param httpAddress `host:port` of its pages; empty for none
    /// @param localDisk whether it will tell of an SSD, too
    /// @param atNanos on the clock of the master that decided it
    record SessionOpened(
            SessionId session,
            NodeId node,
            long boot,
            String address,
            String httpAddress,
            boolean localDisk,
            long atNanos)
            implements Durable {}

    /// The session is over: its replicas are invisible from now on and wait to be reclaimed.
    record SessionEnded(SessionId session, EndCause cause) implements Durable {}

    /// A ledger batch took effect: first what it retires, then what it registers. A reply about memory names all
    /// suspects of the session that count, so there are none from then on.
    ///
    /// @param tier of all that it names
    /// @param reply what the node heard, to be repeated
    /// @param retire what is gone and what was granted
    /// @param inventoryEnd whether the session's inventory is complete with it
    /// @param lost how many of `retire`, the first ones, the node has lost without being asked
    /// @param promoted those of `register` that a promotion brought
    record BatchApplied(
            SessionId session,
            Tier tier,
            LedgerReply.Applied reply,
            List<BlockKey> retire,
            List<BlockKey> register,
            boolean inventoryEnd,
            int lost,
            Set<BlockKey> promoted)
            implements Durable {
        public BatchApplied {
            retire = List.copyOf(retire);
            register = List.copyOf(register);
            promoted = Set.copyOf(promoted);
        }
    }

    /// Why a session ended.
    enum EndCause {
        /// A higher boot of the same node opened one.
        REPLACED,
        /// The node said so.
        CLOSED,
        /// The node was silent for `node_expiry`.
        EXPIRED
    }
}
