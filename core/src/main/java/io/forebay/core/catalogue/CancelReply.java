package io.forebay.core.catalogue;

/// The reply to [CancelPrefetch].
///
/// @param ended blocks that are not brought to memory any more
/// @param kept blocks that are, for others or because they are being read
public record CancelReply(long masterEpoch, int ended, int kept) implements Reply {}
