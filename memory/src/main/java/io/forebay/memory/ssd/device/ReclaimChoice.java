package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.terms.ReclaimOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Chooses the file to be reclaimed and what of it stays.
///
/// A file of which little is live costs least and loses nothing, so it goes first, least live first. If there
/// is none, the [ReclaimOrder] says which goes; at most `copyPercent` of it is copied forward, so that each
/// byte that is freed costs at most copyPercent / (100 - copyPercent) bytes of copying.
///
/// Guarded by the tier's lock.
final class ReclaimChoice {
    /// More files than this are too many; then small ones go first.
    private static final int MANY_FILES = 640;

    private final FileSet files;
    private final ReclaimOrder order;
    private final int copyPercent;

    ReclaimChoice(FileSet files, ReclaimOrder order, int copyPercent) {
        this.files = files;
        this.order = order;
        this.copyPercent = copyPercent;
    }

    /// Null if no file can go now.
    @Nullable
    ReclaimPlan next(long nowNanos) {
        List<StoredFile> able = files.all().stream()
                .filter(each -> each.phase == StoredFile.Phase.DONE)
                .filter(each -> each.failures == 0 || nowNanos - each.retryNanos >= 0)
                .toList();
        if (able.isEmpty()) {
            return null;
        }
        StoredFile file =
                able.stream().filter(each -> each.halfMoved).findFirst().orElseGet(() -> choose(able));
        return plan(file);
    }

    private StoredFile choose(List<StoredFile> able) {
        Comparator<StoredFile> leastLive = Comparator.comparingLong(each -> each.liveBytes);
        if (able.size() > MANY_FILES) {
            return able.stream().min(leastLive).orElseThrow();
        }
        return able.stream().filter(this::isCheap).min(leastLive).orElseGet(() -> ordered(able));
    }

    private boolean isCheap(StoredFile file) {
        return file.liveBytes <= budget(file);
    }

    /// What may be copied of a file.
    long budget(StoredFile file) {
        return file.log.sizeBytes() / 100 * copyPercent;
    }

    private StoredFile ordered(List<StoredFile> able) {
        List<ReclaimOrder.FileUse> uses = able.stream()
                .map(each ->
                        new ReclaimOrder.FileUse(each.number(), each.log.sizeBytes(), each.liveBytes, each.usedNanos))
                .toList();
        long number = order.next(uses).number();
        return able.stream().filter(each -> each.number() == number).findFirst().orElse(able.getFirst());
    }

    private ReclaimPlan plan(StoredFile file) {
        List<StoredRecord> live = file.live();
        if (isCheap(file)) {
            return new ReclaimPlan(file, live, List.of());
        }
        List<StoredRecord> keep = new ArrayList<>();
        List<StoredRecord> evict = new ArrayList<>();
        long left = budget(file);
        for (StoredRecord record : byWorth(live)) {
            boolean fits = record.pins > 0 || (worth(record) > 0 && record.totalBytes() <= left);
            (fits ? keep : evict).add(record);
            left -= fits ? record.totalBytes() : 0;
        }
        return new ReclaimPlan(file, keep, evict);
    }

    /// Pinned ones first: they stay in any case.
    private List<StoredRecord> byWorth(List<StoredRecord> live) {
        return live.stream()
                .sorted(Comparator.<StoredRecord>comparingInt(each -> each.pins > 0 ? 0 : 1)
                        .thenComparing(Comparator.comparingDouble(this::worth).reversed()))
                .toList();
    }

    private double worth(StoredRecord record) {
        return order.worth(new ReclaimOrder.RecordUse(record.key, record.totalBytes(), record.used, record.usedNanos));
    }
}
