package io.forebay.client;

import io.forebay.core.block.BlockHash;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// The keys that this client tried to save or found present, by request: what a barrier must account for even
/// if the node has forgotten the request or is away.
///
/// Bounded: beyond [#MAX_REQUESTS] requests or [#MAX_KEYS] keys in all, the oldest request is forgotten, whose
/// barrier then says what the node alone knows. Safe from any thread.
final class RequestScopes {
    static final int MAX_REQUESTS = 4_096;
    static final int MAX_KEYS = 1 << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Set<BlockHash>> keysOfRequest = new LinkedHashMap<>();
    private int keys;

    void add(String requestId, Collection<BlockHash> hashes) {
        lock.lock();
        try {
            Set<BlockHash> scope = keysOfRequest.computeIfAbsent(requestId, id -> new LinkedHashSet<>());
            keys -= scope.size();
            scope.addAll(hashes);
            keys += scope.size();
            while (keysOfRequest.size() > 1 && (keysOfRequest.size() > MAX_REQUESTS || keys > MAX_KEYS)) {
                forget(keysOfRequest.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /// In the order in which they were added.
    List<BlockHash> keys(String requestId) {
        lock.lock();
        try {
            return List.copyOf(keysOfRequest.getOrDefault(requestId, Set.of()));
        } finally {
            lock.unlock();
        }
    }

    /// The request's handoff is complete.
    void forget(String requestId) {
        lock.lock();
        try {
            Set<BlockHash> gone = keysOfRequest.remove(requestId);
            keys -= gone == null ? 0 : gone.size();
        } finally {
            lock.unlock();
        }
    }
}
