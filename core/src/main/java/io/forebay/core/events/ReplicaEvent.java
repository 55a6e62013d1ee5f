package io.forebay.core.events;

import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;

/// What became of one replica, or of all that a node's session had. A closed set. Each has one sequence
/// number.
public sealed interface ReplicaEvent {
    /// The replica is there from now on.
    record Stored(ReplicaPlace place, StoredCause cause) implements ReplicaEvent {}

    /// The replica is there no more.
    record Removed(ReplicaPlace place, RemovedCause cause) implements ReplicaEvent {}

    /// The session is over: none of its replicas is there any more, in no tier. It says so once for all
    /// of them, since they may be millions.
    record OwnerGone(NodeId node, SessionId session, GoneCause cause) implements ReplicaEvent {}

    /// Why a replica is there.
    enum StoredCause {
        /// The node saved it, or read it from a peer: its ledger does not say which.
        REGISTERED,
        /// A promotion brought it from the node's SSD to its memory.
        PROMOTED,
        /// The node had it before its session began, and tells of it in its inventory.
        INVENTORY
    }

    /// Why a replica is there no more.
    enum RemovedCause {
        /// The node asked to forget it, for room, by time or on request, and was granted it.
        EVICTED,
        /// The node has lost it: corrupt, missing, or freed without asking.
        LOST
    }

    /// Why a session is over.
    enum GoneCause {
        /// The node has started anew.
        REPLACED,
        /// The node said so.
        CLOSED,
        /// The node was silent for too long.
        EXPIRED
    }
}
