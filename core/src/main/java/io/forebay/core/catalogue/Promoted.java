package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.prefetch.TaskAttempt;

/// A promotion task has done its work: the block is in memory, and registered by the batch that says so.
public record Promoted(TaskAttempt attempt, BlockKey key) {}
