package io.forebay.core.catalogue;

/// The reply to [SwitchPrefetch].
///
/// @param on whether triggers are heard now: never where the master was started without promotions
public record SwitchReply(boolean on) implements Reply {}
