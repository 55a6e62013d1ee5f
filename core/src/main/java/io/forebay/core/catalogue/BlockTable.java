package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The blocks of one [Shelf] by their hash. The chains run through the blocks themselves ([Block#nextInBucket]),
/// since an entry object for each of millions of blocks would cost a fifth of the catalogue. Changed by [ReplicaTable]
/// alone.
final class BlockTable {
    private static final int LEAST_BITS = 4;
    private static final int MOST_BITS = 30;

    private @Nullable Block[] buckets = new Block[1 << LEAST_BITS];
    private int bits = LEAST_BITS;
    private int size;

    @Nullable
    Block get(BlockHash hash) {
        Block block = buckets[bucket(hash)];
        while (block != null && !block.hash.equals(hash)) {
            block = block.nextInBucket;
        }
        return block;
    }

    /// Adds a block whose hash is not there.
    void add(Block block) {
        if (size >= buckets.length && bits < MOST_BITS) {
            grow();
        }
        link(block);
        size++;
    }

    /// Removes a block that is there.
    void remove(Block block) {
        int bucket = bucket(block.hash);
        Block before = buckets[bucket];
        if (before == block) {
            buckets[bucket] = block.nextInBucket;
        } else {
            while (before != null && before.nextInBucket != block) {
                before = before.nextInBucket;
            }
            if (before == null) {
                throw new IllegalStateException("a block that is removed is there");
            }
            before.nextInBucket = block.nextInBucket;
        }
        block.nextInBucket = null;
        size--;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /// So many of them at most, in no order.
    List<Block> some(int atMost) {
        List<Block> some = new ArrayList<>(Math.min(size, atMost));
        for (int i = 0; i < buckets.length && some.size() < atMost; i++) {
            for (Block block = buckets[i]; block != null && some.size() < atMost; block = block.nextInBucket) {
                some.add(block);
            }
        }
        return some;
    }

    private void grow() {
        @Nullable Block[] old = buckets;
        bits++;
        buckets = new Block[1 << bits];
        for (Block head : old) {
            Block block = head;
            while (block != null) {
                Block next = block.nextInBucket;
                link(block);
                block = next;
            }
        }
    }

    private void link(Block block) {
        int bucket = bucket(block.hash);
        block.nextInBucket = buckets[bucket];
        buckets[bucket] = block;
    }

    /// The high bits: [BlockHash#hashCode] ends in a multiplication, which mixes upwards.
    private int bucket(BlockHash hash) {
        return hash.hashCode() >>> (Integer.SIZE - bits);
    }
}
