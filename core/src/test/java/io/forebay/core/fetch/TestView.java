package io.forebay.core.fetch;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Owners as a test wants them seen; all well unless it says otherwise.
final class TestView implements OwnerView {
    private final Map<String, BitSet> suppressed = new HashMap<>();
    private final Map<String, Integer> reads = new HashMap<>();
    final Set<String> shut = new HashSet<>();
    private final Set<String> near = new HashSet<>();

    final BitSet onOwnDisk = new BitSet();

    TestView suppress(String node, int index) {
        suppressed.computeIfAbsent(node, unknown -> new BitSet()).set(index);
        return this;
    }

    TestView shut(String node) {
        shut.add(node);
        return this;
    }

    TestView near(String node) {
        near.add(node);
        return this;
    }

    TestView busy(String node, int inFlight) {
        reads.put(node, inFlight);
        return this;
    }

    @Override
    public BitSet suppressed(OwnerRun run) {
        return suppressed.getOrDefault(run.node().name(), new BitSet());
    }

    @Override
    public boolean isNear(OwnerRun run) {
        return near.contains(run.node().name());
    }

    @Override
    public boolean admits(NodeId owner) {
        return !shut.contains(owner.name());
    }

    @Override
    public BitSet onOwnDisk() {
        return onOwnDisk;
    }

    @Override
    public int readsInFlight(NodeId owner) {
        return reads.getOrDefault(owner.name(), 0);
    }
}
