package io.forebay.server.node;

/// Who this boot of a node is.
///
/// @param boot its incarnation
/// @param hostId equal on nodes that can map each other's pool
/// @param controlAddress `host:port` at which peers reach it
/// @param httpAddress `host:port` of its pages
record NodeIdentity(long boot, String hostId, String controlAddress, String httpAddress) {}
