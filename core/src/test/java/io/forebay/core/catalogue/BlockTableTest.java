package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockTableTest {
    private final Shelf shelf = new Shelf(new Namespace("m", "", "f"));
    private final BlockTable table = new BlockTable();

    @Test
    void itAgreesWithAMapThroughGrowthAndRemovals() {
        Random random = new Random(5);
        Map<BlockHash, Block> model = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            BlockHash hash = hash(random.nextInt(3_000));
            Block known = model.get(hash);
            assertSame(known, table.get(hash));
            if (known == null) {
                Block block = new Block(shelf, hash);
                model.put(hash, block);
                table.add(block);
            } else if (random.nextInt(3) == 0) {
                model.remove(hash);
                table.remove(known);
            }
            assertEquals(model.isEmpty(), table.isEmpty());
        }
        model.values().forEach(table::remove);
        assertTrue(table.isEmpty());
    }

    /// The hash codes of these are equal: 31 × 1 + 0 = 31 × 0 + 31.
    @Test
    void hashesOfOneCodeAreToldApart() {
        Block one = new Block(shelf, BlockHash.of(new byte[] {1, 0}));
        Block other = new Block(shelf, BlockHash.of(new byte[] {0, 31}));
        assertEquals(one.hash.hashCode(), other.hash.hashCode());
        table.add(one);
        assertNull(table.get(other.hash));
        table.add(other);
        assertSame(one, table.get(one.hash));
        assertSame(other, table.get(other.hash));
        table.remove(one);
        assertNull(table.get(one.hash));
        assertSame(other, table.get(other.hash));
        assertThrows(IllegalStateException.class, () -> table.remove(one));
    }

    private static BlockHash hash(int id) {
        return BlockHash.of(ByteBuffer.allocate(32).putInt(28, id).array());
    }
}
