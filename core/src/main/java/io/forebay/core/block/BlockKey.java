package io.forebay.core.block;

/// The full name of a block in the fleet.
public record BlockKey(Namespace namespace, BlockHash hash) {}
