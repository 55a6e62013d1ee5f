package io.forebay.memory.ssd.device;

import java.util.List;

/// What is to become of the records of one file.
///
/// @param keep are copied forward
/// @param evict go, once the catalogue has forgotten them
record ReclaimPlan(StoredFile file, List<StoredRecord> keep, List<StoredRecord> evict) {
    ReclaimPlan {
        keep = List.copyOf(keep);
        evict = List.copyOf(evict);
    }
}
