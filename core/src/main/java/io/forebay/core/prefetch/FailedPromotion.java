package io.forebay.core.prefetch;

/// A node's word that it could not carry out a task.
public record FailedPromotion(TaskAttempt attempt, PromotionFailure cause) {}
