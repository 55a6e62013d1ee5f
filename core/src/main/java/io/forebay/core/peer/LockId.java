package io.forebay.core.peer;

/// A transfer lock of the serving node; unique within its boot.
public record LockId(long number) {}
