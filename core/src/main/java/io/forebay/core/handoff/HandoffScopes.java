package io.forebay.core.handoff;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.instance.InstanceId;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What each engine request has in hand for its handoff: the keys that it reserved or found present on this node, or
/// got no room for.
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
    /// Each key with whether all that is known of it is that there was no room.
    private final LinkedHashMap<Request, LinkedHashMap<BlockKey, Boolean>> byAge = new LinkedHashMap<>();

    /// @param maxRequests requests that are remembered, at least 1
    public HandoffScopes(int maxRequests) {
        Invariant.check(maxRequests >= 1, "at least 1 request is remembered");
        this.maxRequests = maxRequests;
    }

    /// The request has this key in hand, now or already.
    public void note(InstanceId instance, String requestId, BlockKey key) {
        note(new Request(instance, requestId), key, false);
    }

    /// The request asked for room for this key and got none.
    public void refuse(InstanceId instance, String requestId, BlockKey key) {
        note(new Request(instance, requestId), key, true);
    }

    private void note(Request request, BlockKey key, boolean refused) {
        LinkedHashMap<BlockKey, Boolean> keys = byAge.computeIfAbsent(request, each -> new LinkedHashMap<>());
        if (keys.put(key, refused) == null) {
            remembered++;
            if (keys.size() > Limits.MAX_KEYS) {
                keys.pollFirstEntry();
                remembered--;
            }
        }
        while (byAge.size() > maxRequests || remembered > MAX_KEYS) {
            remembered -= byAge.pollFirstEntry().getValue().size();
        }
    }

    /// The request's keys, each once, in the order in which they were noted; empty when nothing is known of it.
    public List<BlockKey> scope(InstanceId instance, String requestId) {
        LinkedHashMap<BlockKey, Boolean> keys = byAge.get(new Request(instance, requestId));
        return keys == null ? List.of() : List.copyOf(keys.keySet());
    }

    /// Those of the request's keys that there was no room for when it last asked.
    public Set<BlockKey> refused(InstanceId instance, String requestId) {
        Map<BlockKey, Boolean> keys = byAge.getOrDefault(new Request(instance, requestId), new LinkedHashMap<>());
        return keys.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
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
    /// @param masterEpoch of the session in which that holds; 0 without one
    public static HandoffReport report(
            Collection<BlockKey> scope, Function<BlockKey, HandoffState> states, long masterEpoch) {
        Map<HandoffState, Integer> counts = new EnumMap<>(HandoffState.class);
        scope.forEach(key -> counts.merge(states.apply(key), 1, Integer::sum));
        int unleased = counts.getOrDefault(HandoffState.REGISTERED, 0);
        return new HandoffReport(
                counts.getOrDefault(HandoffState.LEASED, 0) + unleased,
                counts.getOrDefault(HandoffState.PENDING, 0),
                counts.getOrDefault(HandoffState.REFUSED, 0),
                counts.getOrDefault(HandoffState.GONE, 0),
                counts.getOrDefault(HandoffState.UNSEALED, 0),
                unleased,
                masterEpoch);
    }
}
