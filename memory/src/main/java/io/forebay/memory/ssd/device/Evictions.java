package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.terms.Retirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Keeps what is live on a device below its mark: the records that were used least recently go, one by one, once
/// their owner in the catalogue has forgotten them. Their bytes go later, with their files ([Reclaim]); what is
/// between the mark and the capacity is the room that this takes, so that files are half empty when they go and
/// little of them has to be copied.
///
/// One question is under way at a time; what is written meanwhile is in the next one.
///
/// Guarded by the tier's lock.
final class Evictions {
    private static final int BATCH = 1_024;
    /// After a question that nobody answered, or so many records in a row that have to stay.
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DeviceKit kit;
    private final FileSet files;
    private final UseOrder order;
    private final Proposals proposals;
    private boolean asking;
    private boolean paused;
    private int stayed;
    private boolean closing;

    Evictions(DeviceKit kit, FileSet files, UseOrder order, Proposals proposals) {
        this.kit = kit;
        this.files = files;
        this.order = order;
        this.proposals = proposals;
    }

    /// Within a turn: something was written.
    void ahead() {
        if (!asking && !paused && !closing && order.bytes() > markBytes()) {
            List<StoredRecord> oldest = oldest(order.bytes() - markBytes());
            if (!oldest.isEmpty()) {
                asking = true;
                proposals.ask(oldest, verdicts -> kit.lock().run(() -> answered(oldest, verdicts)));
            }
        }
    }

    /// No record goes any more.
    void close() {
        closing = true;
    }

    private long markBytes() {
        return files.usableBytes() / 100 * kit.settings().livePercent();
    }

    /// What has to go so that so much is free. Pinned records are in use, and what is proposed already is not
    /// proposed twice.
    private List<StoredRecord> oldest(long bytes) {
        List<StoredRecord> all = new ArrayList<>();
        long left = bytes;
        for (@Nullable StoredRecord each = order.oldest(); each != null && left > 0; each = each.after) {
            if (each.pins == 0 && !each.proposed) {
                all.add(each);
                left -= each.totalBytes();
            }
            if (all.size() == BATCH) {
                break;
            }
        }
        return all;
    }

    private void answered(List<StoredRecord> asked, Map<BlockKey, Retirement.Verdict> verdicts) {
        asking = false;
        if (closing) {
            return; // what the catalogue has forgotten is registered again after the restart
        }
        List<StoredRecord> left = proposals.settle(asked, verdicts);
        // Somebody wants what was refused: it comes up again when all others have.
        left.stream()
                .filter(each -> verdicts.get(each.key) == Retirement.Verdict.REFUSED)
                .forEach(order::use);
        stayed = left.size() < asked.size() ? 0 : stayed + asked.size();
        if (verdicts.isEmpty() || stayed >= BATCH) {
            pause();
        }
        ahead();
    }

    private void pause() {
        paused = true;
        stayed = 0;
        kit.threads()
                .after(
                        PAUSE_NANOS,
                        () -> kit.lock().run(() -> {
                            paused = false;
                            ahead();
                        }));
    }
}
