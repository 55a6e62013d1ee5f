package io.forebay.core.catalogue;

/// The reply to [LookupAndPrefetch].
///
/// @param before where each block was before the trigger, in the order asked
/// @param outcome what the trigger came to
public record LookupAndPrefetchReply(LookupReply before, PrefetchReply outcome) implements Reply {}
