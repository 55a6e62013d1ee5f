package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.SessionId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether a block that a key names may be promoted now, and by whom: the same questions in the same order for a
/// trigger, a get that met SSD only, and a candidate's next try. Reads only.
///
/// Memory first, then an SSD to read, then what is under way already, then size, then the owner's main pool, then the
/// tasks of all and the owner's buffer, of which only what neither leases nor holds keep can be had.
final class Gates {
    private final PrefetchTerms terms;
    private final TaskTable tasks;

    Gates(PrefetchTerms terms, TaskTable tasks) {
        this.terms = terms;
        this.tasks = tasks;
    }

    /// What the gates say.
    ///
    /// @param owner who has the task, or would have it
    record Verdict(
            PrefetchStatus status,
            Optional<SessionId> owner,
            Landing landing,
            @Nullable Task task) {
        /// Neither in memory nor to be brought by an earlier task.
        boolean isAdmitted() {
            return status == PrefetchStatus.QUEUED && task == null;
        }
    }

    Verdict ask(BlockKey key, PromotionSource source, PromotionView view, Draft draft) {
        if (view.isInMemory(key)) {
            return said(PrefetchStatus.IN_MEMORY);
        }
        Task task = tasks.of(key);
        List<SessionId> owners = view.diskOwners(key).stream()
                .filter(owner -> mayLand(source, view.readings(owner)))
                .toList();
        if (owners.isEmpty()) {
            return said(view.isKnown(key) ? PrefetchStatus.NO_LOCAL_DISK : PrefetchStatus.NOT_FOUND);
        }
        if (task != null) {
            return new Verdict(PrefetchStatus.QUEUED, Optional.of(task.owner), task.landing, task);
        }
        SessionId owner = shortestQueue(owners, draft);
        Readings readings = view.readings(owner);
        Landing landing = landing(source, readings);
        Place place = new Place(owner, landing, readings, view.bufferKeptBytes(owner));
        return new Verdict(admission(key, place, draft), Optional.of(owner), landing, null);
    }

    /// What is prefetched lands in a buffer, or, if that need not be, wherever there is none.
    private boolean mayLand(PromotionSource source, Readings readings) {
        return source == PromotionSource.ON_HIT || !terms.strictBuffer() || readings.bufferBytes() > 0;
    }

    private static Verdict said(PrefetchStatus status) {
        return new Verdict(status, Optional.empty(), Landing.BUFFER, null);
    }

    private SessionId shortestQueue(List<SessionId> owners, Draft draft) {
        return owners.stream()
                .min(Comparator.comparingInt((SessionId owner) -> queued(owner, draft))
                        .thenComparingLong(SessionId::number))
                .orElseThrow();
    }

    private int queued(SessionId owner, Draft draft) {
        OwnerQueue queue = tasks.of(owner);
        return (queue == null ? 0 : queue.size()) + draft.queued(owner);
    }

    private Landing landing(PromotionSource source, Readings readings) {
        boolean buffer = source == PromotionSource.PREFETCH && (terms.strictBuffer() || readings.bufferBytes() > 0);
        return buffer ? Landing.BUFFER : Landing.MAIN;
    }

    /// Where a block would go.
    private record Place(SessionId owner, Landing landing, Readings readings, long keptBytes) {}

    private PrefetchStatus admission(BlockKey key, Place place, Draft draft) {
        Readings readings = place.readings;
        long bytes = readings.blockBytes(key.namespace());
        boolean inBuffer = place.landing == Landing.BUFFER;
        if (bytes > (inBuffer ? readings.bufferBytes() : readings.mainBytes())) {
            return PrefetchStatus.TOO_LARGE;
        }
        if (readings.isMainAt(terms.watermark())) {
            return PrefetchStatus.THROTTLED_WATERMARK;
        }
        boolean isFull =
                tasks.size() + draft.queued() >= terms.queueLimit() || (inBuffer && isBufferFull(bytes, place, draft));
        return isFull ? PrefetchStatus.THROTTLED_CAP : PrefetchStatus.QUEUED;
    }

    /// What is kept, what is queued and this block are more than it; or its node has just said so.
    private boolean isBufferFull(long bytes, Place place, Draft draft) {
        OwnerQueue queue = tasks.of(place.owner);
        return place.keptBytes + bytes * (queued(place.owner, draft) + 1L) > place.readings.bufferBytes()
                || (queue != null && queue.isFull(place.keptBytes, draft.nowNanos));
    }
}
