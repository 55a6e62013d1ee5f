package io.forebay.gateway.events;

/// How an event stands in a batch.
public enum BatchForm {
    /// As an array: its name, then its fields in order.
    ARRAY,
    /// As a map with its name under `type`, as newer versions of vLLM write it.
    MAP
}
