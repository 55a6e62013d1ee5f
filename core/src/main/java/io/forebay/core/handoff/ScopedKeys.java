package io.forebay.core.handoff;

import io.forebay.core.block.BlockKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The keys of a [HandoffScope], as far as the node remembers them.
///
/// @param keys each once
/// @param refused those that there was no room for when they were last asked for
/// @param forgotten whether the scope may have keys that are not here, since the node no longer remembers so far back
public record ScopedKeys(List<BlockKey> keys, Set<BlockKey> refused, boolean forgotten) {
    public ScopedKeys {
        keys = List.copyOf(keys);
        refused = Set.copyOf(refused);
    }

    /// Keys that the caller named.
    static ScopedKeys named(Collection<BlockKey> keys) {
        return new ScopedKeys(keys.stream().distinct().toList(), Set.of(), false);
    }

    /// Keys that were noted.
    ///
    /// @param refusals each key with whether there was no room for it
    static ScopedKeys noted(Map<BlockKey, Boolean> refusals, boolean forgotten) {
        Set<BlockKey> refused = refusals.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return new ScopedKeys(List.copyOf(refusals.keySet()), refused, forgotten);
    }
}
