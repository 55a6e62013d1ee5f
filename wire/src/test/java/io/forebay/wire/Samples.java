package io.forebay.wire;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.session.NodeId;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Random records from a seed.
final class Samples {
    final SplittableRandom random;

    Samples(long seed) {
        random = new SplittableRandom(seed);
    }

    <T> List<T> list(int min, int max, Supplier<T> one) {
        return Stream.generate(one).limit(random.nextInt(min, max + 1)).toList();
    }

    <E extends Enum<E>> E any(Class<E> type) {
        E[] all = type.getEnumConstants();
        return all[random.nextInt(all.length)];
    }

    /// Letters of one, two, three and four bytes.
    String name(int minChars) {
        StringBuilder name = new StringBuilder();
        int chars = random.nextInt(minChars, 41);
        for (int i = 0; i < chars; i++) {
            name.append(List.of("a", "Z", "-", "é", "€", "𝄞").get(random.nextInt(6)));
        }
        return name.toString();
    }

    BlockHash hash() {
        byte[] bytes = new byte[random.nextInt(1, 65)];
        random.nextBytes(bytes);
        return BlockHash.of(bytes);
    }

    ReservedBlock reserved() {
        return new ReservedBlock(hash(), random.nextLong());
    }

    List<BlockHash> hashes() {
        return list(1, 20, this::hash);
    }

    Namespace namespace() {
        return new Namespace(name(1), name(0), name(1));
    }

    BlockKey key(List<Namespace> namespaces) {
        return new BlockKey(namespaces.get(random.nextInt(namespaces.size())), hash());
    }

    NodeId node() {
        return new NodeId(name(1));
    }

    InstanceId instance() {
        return new InstanceId(name(1));
    }

    LeaseId lease() {
        return new LeaseId(random.nextLong(), random.nextLong());
    }

    KvLayout layout() {
        int layers = random.nextInt(1, 100);
        KvLayout.Order order = random.nextBoolean() ? KvLayout.Order.LAYER_FIRST : KvLayout.Order.PAGE_FIRST;
        boolean uniform = order == KvLayout.Order.LAYER_FIRST || random.nextBoolean();
        return new KvLayout(
                order,
                random.nextInt(0, 65_536),
                random.nextInt(1, 9),
                random.nextInt(1, 3),
                uniform ? KvLayout.copies(layers, segmentBytes()) : list(layers, layers, this::segmentBytes),
                1 << random.nextInt(0, 22));
    }

    private long segmentBytes() {
        return random.nextLong(1, (1L << 30) + 1);
    }

    Extent extent() {
        long length = random.nextLong(1, 1L << 40);
        return new Extent(random.nextLong(0, Long.MAX_VALUE - length), length, random.nextLong());
    }

    Slot slot() {
        return new Slot(random.nextInt(0, Integer.MAX_VALUE), extent(), random.nextInt());
    }

    List<StoredBlock> blocks(int min, int max) {
        int slots = random.nextInt(1, 6);
        return list(min, max, () -> new StoredBlock(list(slots, slots, this::slot)));
    }
}
