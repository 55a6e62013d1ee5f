package io.forebay.core.catalogue;

import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;

/// One node as the catalogue knows it, for people and pages.
///
/// @param httpAddress `host:port` of its pages; empty for none
/// @param visible whether queries may name it
/// @param draining whether it is being taken out of service
/// @param silentNanos since it was heard
/// @param replicas in memory, registered in its session
/// @param onDisk replicas on SSD, registered in its session
public record NodeStatus(
        NodeId node,
        long boot,
        SessionId session,
        String address,
        String httpAddress,
        boolean visible,
        boolean draining,
        long silentNanos,
        long replicas,
        long onDisk) {}
