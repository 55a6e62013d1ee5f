package io.forebay.core.catalogue;

/// An owner can serve a run of the asked chain from its memory.
///
/// @param node the owner
/// @param boot its incarnation
/// @param session its session, so that the reader can tell an old owner from its successor
/// @param address `host:port` of its control plane
/// @param from index of the run's first hash in the query
/// @param length hashes in the run, at least 1
public record OwnerRun(NodeId node, long boot, SessionId session, String address, int from, int length) {
    /// Index behind the run's last hash.
    public int end() {
        return from + length;
    }
}
