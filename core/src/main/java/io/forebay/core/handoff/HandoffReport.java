package io.forebay.core.handoff;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What the barrier says about one scope. The first five counts add up to the scope.
///
/// @param registered blocks that the master has applied and that are still resident; at level ON_SSD, those that
///     are safe on the node's SSD
/// @param pending resident blocks whose registration the master has not applied; at level ON_SSD, those that are not
///     known to be safe yet
/// @param refused blocks that there was no room for; at level ON_SSD also those that could not be written
/// @param gone blocks that the node does not have any more, or never had
/// @param unsealed blocks that somebody is still writing, this request or another one
/// @param unleased those of the registered ones that nothing keeps from being evicted before they are read
/// @param masterEpoch the master's incarnation in whose catalogue they are; 0 when the node has no session, or at level
///     ON_SSD
/// @param forgotten whether the scope may have more blocks than are counted here: the node has restarted since, or
///     does not remember so far back
/// @param keys the counted blocks by state, each state that has any; empty unless they were asked for
public record HandoffReport(
        int registered,
        int pending,
        int refused,
        int gone,
        int unsealed,
        int unleased,
        long masterEpoch,
        boolean forgotten,
        Map<HandoffState, List<BlockHash>> keys) {
    public HandoffReport {
        keys = copy(keys);
        if (!keys.isEmpty()) {
            requireCount(keys, HandoffState.LEASED, registered - unleased);
            requireCount(keys, HandoffState.REGISTERED, unleased);
            requireCount(keys, HandoffState.PENDING, pending);
            requireCount(keys, HandoffState.REFUSED, refused);
            requireCount(keys, HandoffState.GONE, gone);
            requireCount(keys, HandoffState.UNSEALED, unsealed);
        }
    }

    /// Of a scope that is wholly known, by its counts.
    public HandoffReport(
            int registered, int pending, int refused, int gone, int unsealed, int unleased, long masterEpoch) {
        this(registered, pending, refused, gone, unsealed, unleased, masterEpoch, false, Map.of());
    }

    /// Of blocks that are registered and leased, or pending.
    public HandoffReport(int registered, int pending, long masterEpoch) {
        this(registered, pending, 0, 0, 0, 0, masterEpoch);
    }

    private static Map<HandoffState, List<BlockHash>> copy(Map<HandoffState, List<BlockHash>> keys) {
        Map<HandoffState, List<BlockHash>> copy = new EnumMap<>(HandoffState.class);
        keys.forEach((state, hashes) -> {
            if (!hashes.isEmpty()) {
                copy.put(state, List.copyOf(hashes));
            }
        });
        return Map.copyOf(copy);
    }

    private static void requireCount(Map<HandoffState, List<BlockHash>> keys, HandoffState state, int count) {
        int there = keys.getOrDefault(state, List.of()).size();
        InvalidInput.unless(there == count, "keys", "has " + there + " that are " + state + ", the report " + count);
    }

    /// Counts a scope. Pure.
    ///
    /// @param states of each key now
    /// @param masterEpoch of the session in which that holds; 0 without one
    /// @param withKeys whether to name the keys, too
    public static HandoffReport of(
            ScopedKeys scope, Function<BlockKey, HandoffState> states, long masterEpoch, boolean withKeys) {
        Map<HandoffState, List<BlockHash>> keys = new EnumMap<>(HandoffState.class);
        for (BlockKey key : scope.keys()) {
            HandoffState state = states.apply(key);
            boolean refused = state == HandoffState.GONE && scope.refused().contains(key);
            keys.computeIfAbsent(refused ? HandoffState.REFUSED : state, each -> new ArrayList<>())
                    .add(key.hash());
        }
        int unleased = size(keys, HandoffState.REGISTERED);
        return new HandoffReport(
                size(keys, HandoffState.LEASED) + unleased,
                size(keys, HandoffState.PENDING),
                size(keys, HandoffState.REFUSED),
                size(keys, HandoffState.GONE),
                size(keys, HandoffState.UNSEALED),
                unleased,
                masterEpoch,
                scope.forgotten(),
                withKeys ? keys : Map.of());
    }

    private static int size(Map<HandoffState, List<BlockHash>> keys, HandoffState state) {
        return keys.getOrDefault(state, List.of()).size();
    }

    /// True if every block of the scope can be found by others, and the scope is wholly known.
    public boolean isComplete() {
        return registered == scope() && !forgotten;
    }

    /// Blocks in the scope, as far as they are known.
    public int scope() {
        return registered + pending + refused + gone + unsealed;
    }

    /// The same with more blocks that nobody has accounted for: pending, since nothing says that they are registered.
    ///
    /// @param named those blocks if this report names its keys; empty otherwise
    public HandoffReport withPending(int more, List<BlockHash> named) {
        Map<HandoffState, List<BlockHash>> all = new EnumMap<>(HandoffState.class);
        all.putAll(keys);
        List<BlockHash> waiting = new ArrayList<>(keys.getOrDefault(HandoffState.PENDING, List.of()));
        waiting.addAll(named);
        all.put(HandoffState.PENDING, waiting);
        return new HandoffReport(
                registered, pending + more, refused, gone, unsealed, unleased, masterEpoch, forgotten, all);
    }
}
