package io.forebay.client;

import io.forebay.core.catalogue.LookupReply;

/// Where blocks were before a trigger, and what it came to.
///
/// @param before one for each asked hash, in their order
/// @param trigger its answers, too, are in that order
public record TriggeredLookup(LookupReply before, TriggerReport trigger) {}
