package io.forebay.core.events;

/// One subscription, at one incarnation of the master.
///
/// @param number from 1, never given twice in one epoch
public record SubscriptionId(long masterEpoch, long number) {}
