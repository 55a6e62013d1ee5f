package io.forebay.memory.ssd.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Chooses the file to be reclaimed and what of it stays: the one of which least is live, of equal ones the
/// oldest. What is live of it is copied forward, at most `copyPercent` of the file, so that each byte that is
/// freed costs at most copyPercent / (100 - copyPercent) bytes of copying; what was used least recently of the
/// rest has to go.
///
/// Guarded by the tier's lock.
final class ReclaimChoice {
    private final FileSet files;
    private final int copyPercent;

    ReclaimChoice(FileSet files, int copyPercent) {
        this.files = files;
        this.copyPercent = copyPercent;
    }

    /// Null if no file can go now.
    ///
    /// @param copyNothing there is no room for it: all of the file has to go
    @Nullable
    ReclaimPlan next(long nowNanos, boolean copyNothing) {
        List<StoredFile> able = files.all().stream()
                .filter(each -> each.phase == StoredFile.Phase.DONE)
                .filter(each -> each.failures == 0 || nowNanos - each.retryNanos >= 0)
                .toList();
        return able.stream()
                .filter(each -> each.halfMoved)
                .findFirst()
                .or(() -> able.stream().min(Comparator.comparingLong(each -> each.liveBytes)))
                .map(file -> plan(file, copyNothing ? 0 : budget(file)))
                .orElse(null);
    }

    /// What may be copied of a file.
    long budget(StoredFile file) {
        return file.log.sizeBytes() / 100 * copyPercent;
    }

    private static ReclaimPlan plan(StoredFile file, long budget) {
        List<StoredRecord> keep = new ArrayList<>();
        List<StoredRecord> evict = new ArrayList<>();
        long left = budget;
        for (StoredRecord record : lastUsedFirst(file)) {
            boolean fits = record.pins > 0 || record.proposed || record.totalBytes() <= left;
            (fits ? keep : evict).add(record);
            left -= fits ? record.totalBytes() : 0;
        }
        return new ReclaimPlan(file, keep, evict);
    }

    /// Pinned ones, and those that are asked about already, before all others: they stay in any case.
    private static List<StoredRecord> lastUsedFirst(StoredFile file) {
        return file.live().stream()
                .sorted(Comparator.<StoredRecord>comparingInt(each -> each.pins > 0 || each.proposed ? 0 : 1)
                        .thenComparing(Comparator.<StoredRecord>comparingLong(each -> each.lastUse)
                                .reversed()))
                .toList();
    }
}
