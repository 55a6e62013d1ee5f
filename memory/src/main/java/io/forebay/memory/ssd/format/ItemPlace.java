package io.forebay.memory.ssd.format;

/// Where an item is; its head says so too, so that a misdirected read or write is noticed.
///
/// @param offset in the file, bytes; a multiple of [SsdFormat#PAGE_BYTES]
public record ItemPlace(FileId file, long offset) {}
