package io.forebay.core.prefetch;

/// A promotion task's number, given once by one master incarnation.
public record TaskId(long number) {}
