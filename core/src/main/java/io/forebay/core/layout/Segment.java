package io.forebay.core.layout;

/// One contiguous range of a slot, such as the keys or the values of one layer.
///
/// @param offsetBytes from the slot's start
/// @param lengthBytes without padding
public record Segment(long offsetBytes, long lengthBytes) {}
