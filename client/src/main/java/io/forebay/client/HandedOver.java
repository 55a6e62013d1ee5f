package io.forebay.client;

import io.forebay.core.handoff.KvReady;

/// How a handoff ended, within its deadline.
///
/// @param decision [HandoffPolicy.Decision#PROCEED] or [HandoffPolicy.Decision#RECOMPUTE]
/// @param signal what goes to the decode engine or the router, with the last report in it
public record HandedOver(HandoffPolicy.Decision decision, KvReady signal) {}
