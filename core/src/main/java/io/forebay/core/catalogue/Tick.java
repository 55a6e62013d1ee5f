package io.forebay.core.catalogue;

/// Time has passed: expiry and reclaiming go through the same door as everything else, one slice a tick.
public record Tick() implements Command {}
