package io.forebay.core.catalogue;

/// What became true in the [Catalogue]. A closed set; an event names what it changes by session, so that applying it
/// needs no clock and no choice.
public sealed interface Event permits Durable, Soft {}
