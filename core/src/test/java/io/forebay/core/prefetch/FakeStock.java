package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.SessionId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a test says of the replicas.
final class FakeStock implements PromotionView {
    static final long BLOCK_BYTES = 10;

    final Set<BlockKey> known = new HashSet<>();
    final Set<BlockKey> memory = new HashSet<>();
    final Map<BlockKey, List<SessionId>> disk = new HashMap<>();
    final Map<SessionId, Long> kept = new HashMap<>();
    private final Map<SessionId, Readings> readings = new HashMap<>();

    /// The node says so of its room, with blocks of [#BLOCK_BYTES].
    void says(SessionId owner, long mainUsed, long main, long buffer) {
        readings.put(owner, new Readings(mainUsed, main, 0, buffer, true, Map.of(TestKeys.NAMESPACE, BLOCK_BYTES)));
    }

    @Override
    public boolean isKnown(BlockKey key) {
        return known.contains(key);
    }

    @Override
    public boolean isInMemory(BlockKey key) {
        return memory.contains(key);
    }

    @Override
    public List<SessionId> diskOwners(BlockKey key) {
        return disk.getOrDefault(key, List.of());
    }

    @Override
    public Readings readings(SessionId owner) {
        return readings.getOrDefault(owner, Readings.NONE);
    }

    @Override
    public long bufferKeptBytes(SessionId owner) {
        return kept.getOrDefault(owner, 0L);
    }
}
