package io.forebay.memory.ssd.format;

import java.util.List;

/// What a file says of its records and tombstones, in its footer or found by a scan.
public record FileContents(List<IndexEntry> records, List<Tombstone> tombstones) {
    public FileContents {
        records = List.copyOf(records);
        tombstones = List.copyOf(tombstones);
    }
}
