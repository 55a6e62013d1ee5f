package io.forebay.core.handoff;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.instance.InstanceId;
import java.util.LinkedHashMap;
import java.util.Map;

/// What each engine has in hand for its handoffs: the keys that it reserved or found present on this node, or got no
/// room for, by request and in order.
///
/// Soft state with bounds. Beyond `maxRequests`, or [#MAX_KEYS] over all, the request noted first is forgotten; within
/// one request the oldest key is, beyond [Limits#MAX_KEYS], which is more than any query can ask for. A scope of which
/// something may be forgotten says so, and so does that of an unknown request.
///
/// Not safe for several threads; one writer.
public final class HandoffScopes {
    private record Request(InstanceId instance, String requestId) {}

    private static final class Noted {
        final LinkedHashMap<BlockKey, Boolean> refusals = new LinkedHashMap<>();
        boolean cut;
    }

    /// Keys that are remembered for all requests together; about 150 bytes each.
    static final int MAX_KEYS = 1 << 20;

    /// Keys that are remembered for markers.
    static final int MAX_SAVED_KEYS = 1 << 18;

    private final int maxRequests;
    private final SavedKeys saved;
    private final LinkedHashMap<Request, Noted> byAge = new LinkedHashMap<>();
    private int remembered;

    /// @param maxRequests requests that are remembered, at least 1
    /// @param origin of the markers, as in [SavedKeys]
    public HandoffScopes(int maxRequests, long origin) {
        Invariant.check(maxRequests >= 1, "at least 1 request is remembered");
        this.maxRequests = maxRequests;
        this.saved = new SavedKeys(origin, MAX_SAVED_KEYS);
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
        saved.note(request.instance, key, refused);
        Noted noted = byAge.computeIfAbsent(request, each -> new Noted());
        if (noted.refusals.put(key, refused) == null) {
            remembered++;
            if (noted.refusals.size() > Limits.MAX_KEYS) {
                noted.refusals.pollFirstEntry();
                noted.cut = true;
                remembered--;
            }
        }
        while (byAge.size() > maxRequests || remembered > MAX_KEYS) {
            Map.Entry<Request, Noted> oldest = byAge.pollFirstEntry();
            remembered -= oldest.getValue().refusals.size();
        }
    }

    /// What the instance saves from now on is since this marker.
    public long marker(InstanceId instance) {
        return saved.marker(instance);
    }

    /// The keys of a scope.
    ///
    /// @param namespace of the instance's blocks
    public ScopedKeys find(InstanceId instance, Namespace namespace, HandoffScope scope) {
        return switch (scope) {
            case HandoffScope.OfRequest(String requestId) -> ofRequest(new Request(instance, requestId));
            case HandoffScope.OfKeys(var hashes) ->
                ScopedKeys.named(hashes.stream()
                        .map(hash -> new BlockKey(namespace, hash))
                        .toList());
            case HandoffScope.Since(long marker) -> saved.since(instance, marker);
        };
    }

    private ScopedKeys ofRequest(Request request) {
        Noted noted = byAge.get(request);
        return noted == null ? ScopedKeys.noted(Map.of(), true) : ScopedKeys.noted(noted.refusals, noted.cut);
    }

    /// Forgets an instance that has ended. O(requests remembered).
    public void forget(InstanceId instance) {
        saved.forget(instance);
        byAge.entrySet().removeIf(entry -> {
            boolean its = entry.getKey().instance.equals(instance);
            if (its) {
                remembered -= entry.getValue().refusals.size();
            }
            return its;
        });
    }
}
