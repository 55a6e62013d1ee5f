package io.forebay.core.catalogue;

/// Who has each of these blocks, and they are to be in memory by then: a [Lookup] and a [Prefetch] of
/// the same blocks in one step. The lookup says how it was before the trigger. Where triggers are off
/// it has no side effect whatever.
///
/// @param trigger at most [Prefetch#MAX_HASHES] blocks; none is an empty answer
public record LookupAndPrefetch(Prefetch trigger) implements Command {}
