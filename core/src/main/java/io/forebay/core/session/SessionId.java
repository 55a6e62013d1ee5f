package io.forebay.core.session;

/// A node's registration with one master incarnation: a number that the master gives at `OpenSession` and never gives
/// twice. Anything that carries an older number of the same node is refused.
public record SessionId(long number) {}
