package io.forebay.gateway.events;

/// How a block is named in an event.
public enum HashForm {
    /// By all bytes of its hash.
    BYTES,
    /// By the last eight bytes, as an unsigned number.
    UINT64
}
