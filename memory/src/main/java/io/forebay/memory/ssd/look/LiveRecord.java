package io.forebay.memory.ssd.look;

import io.forebay.memory.ssd.format.IndexEntry;

/// A record that counts: no newer one of its key is there, and no tombstone after it.
///
/// @param file the name of its file
public record LiveRecord(String file, IndexEntry entry) {}
