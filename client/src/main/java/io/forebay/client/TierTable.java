package io.forebay.client;

import io.forebay.core.block.BlockKey;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.session.SessionId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// Where every replica is, as the master's table says it: give it to [RouterClient#events] with a
/// snapshot. It is the master's table of registered replicas, some milliseconds behind; a node that is
/// silent for a while is in it, while `lookup` does not name it.
///
/// About 400 bytes a replica. Safe from any thread. The next part waits while somebody asks; nobody
/// asks for long.
public final class TierTable implements EventListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<BlockKey, Set<ReplicaPlace>> byBlock = new HashMap<>();
    private final Map<SessionId, Set<ReplicaPlace>> bySession = new HashMap<>();
    private boolean whole;
    private long masterEpoch;
    private long sequence;
    private long size;

    /// How far a table has come.
    ///
    /// @param whole false before the first snapshot's end and while another one comes: then blocks are
    ///     missing
    /// @param masterEpoch the master's incarnation; 0 before the first part
    /// @param sequence of the last event in it
    /// @param replicas that it has
    public record Progress(boolean whole, long masterEpoch, long sequence, long replicas) {}

    @Override
    public void part(EventPart part) {
        locked(() -> apply(part));
    }

    private void apply(EventPart part) {
        switch (part) {
            case EventPart.Started started -> {
                masterEpoch = started.masterEpoch();
                sequence = started.sequence();
                if (started.snapshot()) {
                    byBlock.clear();
                    bySession.clear();
                    size = 0;
                    whole = false;
                } else if (started.gap().isPresent()) {
                    whole = false;
                }
            }
            case EventPart.Standing standing -> standing.places().forEach(this::add);
            case EventPart.Complete complete -> {
                sequence = complete.sequence();
                whole = true;
            }
            case EventPart.Happened happened -> {
                happened.events().forEach(this::follow);
                sequence = happened.lastSequence();
            }
        }
    }

    private void follow(ReplicaEvent event) {
        switch (event) {
            case ReplicaEvent.Stored stored -> add(stored.place());
            case ReplicaEvent.Removed removed -> {
                remove(bySession, removed.place().session(), removed.place());
                size -= remove(byBlock, removed.place().key(), removed.place()) ? 1 : 0;
            }
            case ReplicaEvent.OwnerGone gone -> {
                Set<ReplicaPlace> all = bySession.remove(gone.session());
                if (all != null) {
                    size -= all.size();
                    all.forEach(place -> remove(byBlock, place.key(), place));
                }
            }
        }
    }

    private void add(ReplicaPlace place) {
        bySession.computeIfAbsent(place.session(), _ -> new LinkedHashSet<>()).add(place);
        Set<ReplicaPlace> places = byBlock.computeIfAbsent(place.key(), _ -> new LinkedHashSet<>(2));
        size += places.add(place) ? 1 : 0;
    }

    private static <K> boolean remove(Map<K, Set<ReplicaPlace>> from, K key, ReplicaPlace place) {
        Set<ReplicaPlace> places = from.get(key);
        boolean had = places != null && places.remove(place);
        if (places != null && places.isEmpty()) {
            from.remove(key);
        }
        return had;
    }

    /// Where the block is, in no order; empty where nobody has it.
    public List<ReplicaPlace> places(BlockKey key) {
        lock.lock();
        try {
            return List.copyOf(byBlock.getOrDefault(key, Set.of()));
        } finally {
            lock.unlock();
        }
    }

    /// How far it has come.
    public Progress progress() {
        lock.lock();
        try {
            return new Progress(whole, masterEpoch, sequence, size);
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable step) {
        lock.lock();
        try {
            step.run();
        } finally {
            lock.unlock();
        }
    }
}
