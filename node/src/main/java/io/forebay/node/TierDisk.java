package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.SsdTier;
import io.forebay.memory.ssd.terms.DeviceReport;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.SsdParts;
import io.forebay.memory.ssd.terms.SsdRecord;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// A node's SSD that is an [SsdTier]. The tier is opened before the node is there, so whom it asks before records go is
/// named later ([#ask]). Safe from any thread.
public final class TierDisk implements LocalDisk, AutoCloseable {
    /// Passes on what the tier asks.
    private static final class Asked implements Retirement {
        private volatile Retirement by = UNREGISTERED;

        @Override
        public void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
            by.propose(keys, timeNanos, answer);
        }

        @Override
        public void stay(List<BlockKey> keys) {
            by.stay(keys);
        }

        @Override
        public void gone(List<BlockKey> keys, Departure departure) {
            by.gone(keys, departure);
        }
    }

    private final SsdTier tier;
    private final Asked asked;

    private TierDisk(SsdTier tier, Asked asked) {
        this.tier = tier;
        this.asked = asked;
    }

    /// Locks the directories and finds out what they have.
    ///
    /// @param parts what the tier stands on, given whom it is to ask
    /// @throws IOException when another process or another node has a directory, or when no device works
    public static TierDisk open(
            SsdSettings settings, List<DeviceSettings> devices, Function<Retirement, SsdParts> parts)
            throws IOException {
        Asked asked = new Asked();
        return new TierDisk(SsdTier.open(settings, devices, parts.apply(asked)), asked);
    }

    /// How each device was found, for people.
    public List<DeviceReport> reports() {
        return tier.inventory().devices();
    }

    @Override
    public boolean isThere() {
        return true;
    }

    @Override
    public List<BlockKey> found() {
        return tier.inventory().records().stream().map(SsdRecord::key).toList();
    }

    @Override
    public void ask(Retirement retirement) {
        asked.by = retirement;
    }

    @Override
    public boolean has(BlockKey key) {
        return tier.find(key).isPresent();
    }

    @Override
    public void use(BlockKey key) {
        tier.use(key);
    }

    @Override
    public Optional<Layout> layout(BlockKey key) {
        return tier.find(key).map(SsdRecord::layout);
    }

    @Override
    public void write(SsdWrite block, WriteListener then) {
        tier.write(block, then);
    }

    @Override
    public void read(BlockKey key, List<MemorySegment> slots, long nanos, ReadListener then) {
        tier.read(key, slots, nanos, then);
    }

    @Override
    public boolean drop(BlockKey key) {
        return tier.drop(key);
    }

    @Override
    public void sync(Consumer<Boolean> then) {
        tier.sync(then);
    }

    @Override
    public List<SsdGauges> gauges() {
        return tier.gauges();
    }

    /// Refuses everything from now on, ends what is under way, and lets the directories go.
    @Override
    public void close() {
        tier.close();
    }
}
