package io.forebay.core.handoff;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.instance.InstanceId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;

/// What each engine request has in hand for its handoff: the keys that it reserved or found present on this node.
///
/// Soft state with bounds. Beyond `maxRequests`, or [#MAX_KEYS] over all, the request noted first is forgotten: a
/// barrier on it then reports an empty scope, complete with 0 blocks, so whoever knows how many it saved sees the
/// difference. Within one request the oldest key is forgotten beyond [Limits#MAX_KEYS], which is more than any query
/// can ask for: the report then speaks of the rest.
///
/// Not safe for several threads; one writer.
public final class HandoffScopes {
    private record Request(InstanceId instance, String requestId) {}

    /// Keys that are remembered for all requests together; about 150 bytes each.
    static final int MAX_KEYS = 1 << 20;

    private final int maxRequests;
    private int remembered;
    private final LinkedHashMap<Request, LinkedHashSet<BlockKey>> byAge = new LinkedHashMap<>();

    /// @param maxRequests requests that are remembered, at least 1
    public HandoffScopes(int maxRequests) {
        Invariant.check(maxRequests >= 1, "at least 1 request is remembered");
        this.maxRequests = maxRequests;
    }

    /// The request has this key in hand, now or already.
    public void note(InstanceId instance, String requestId, BlockKey key) {
        LinkedHashSet<BlockKey> keys =
                byAge.computeIfAbsent(new Request(instance, requestId), request -> new LinkedHashSet<>());
        if (keys.add(key)) {
            remembered++;
            if (keys.size() > Limits.MAX_KEYS) {
                keys.removeFirst();
                remembered--;
            }
        }
        while (byAge.size() > maxRequests || remembered > MAX_KEYS) {
            remembered -= byAge.pollFirstEntry().getValue().size();
        }
    }

    /// The request's keys, each once, in the order in which they were noted; empty when nothing is known of it.
    public List<BlockKey> scope(InstanceId instance, String requestId) {
        LinkedHashSet<BlockKey> keys = byAge.get(new Request(instance, requestId));
        return keys == null ? List.of() : List.copyOf(keys);
    }

    /// Forgets every request of an instance that has ended. O(requests remembered).
    public void forget(InstanceId instance) {
        byAge.entrySet().removeIf(entry -> {
            boolean its = entry.getKey().instance.equals(instance);
            if (its) {
                remembered -= entry.getValue().size();
            }
            return its;
        });
    }

    /// Counts a scope. Pure.
    ///
    /// @param scope distinct keys
    /// @param registeredAndResident whether the master has applied the registration and the block is still here
    /// @param masterEpoch of the session in which that holds; 0 without one
    public static HandoffReport report(
            Collection<BlockKey> scope, Predicate<BlockKey> registeredAndResident, long masterEpoch) {
        int registered = 0;
        for (BlockKey key : scope) {
            if (registeredAndResident.test(key)) {
                registered++;
            }
        }
        return new HandoffReport(registered, scope.size() - registered, masterEpoch);
    }
}
