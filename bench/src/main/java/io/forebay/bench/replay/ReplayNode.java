package io.forebay.bench.replay;

/// A node that takes part in a replay, with the two engines beside it.
///
/// @param number of the node, from 1
/// @param prefill computes and saves
/// @param decode reads and checks
public record ReplayNode(int number, ReplayEngine prefill, ReplayEngine decode) {}
