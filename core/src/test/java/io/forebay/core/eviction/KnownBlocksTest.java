package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class KnownBlocksTest {
    @Test
    void itFindsLikeAMap() {
        for (long seed = 0; seed < 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            KnownBlocks<Cell> known = new KnownBlocks<>(seed);
            Map<Long, Integer> model = new HashMap<>();
            List<Long> keys = new ArrayList<>();
            for (int step = 0; step < 30_000; step++) {
                if (keys.isEmpty() || random.nextInt(100) < (step < 15_000 ? 70 : 30)) {
                    long key = random.nextInt(50_000);
                    if (model.get(key) == null) {
                        model.put(key, known.add(key, KnownBlocks.NONE));
                        keys.add(key);
                    }
                } else {
                    long key = keys.remove(random.nextInt(keys.size()));
                    known.forget(Objects.requireNonNull(model.remove(key)));
                    assertEquals(KnownBlocks.NONE, known.find(key));
                }
                assertEquals(model.size(), known.size());
            }
            model.forEach((key, place) -> assertEquals(place, known.find(key)));
            assertTrue(known.end() < 20_000, "places are used again: " + known.end());
        }
    }

    @Test
    void aParentKnowsOfItsChildren() {
        KnownBlocks<Cell> known = new KnownBlocks<>(1);
        int parent = known.add(1, KnownBlocks.NONE);
        int child = known.add(2, parent);
        int foundling = known.add(3, KnownBlocks.NONE);
        known.resident(foundling, new Cell(3));
        assertFalse(known.hasResidentChild(parent));
        known.adopt(foundling, parent);
        assertTrue(known.hasResidentChild(parent));
        known.ghost(foundling);
        assertFalse(known.hasResidentChild(parent));
        known.forget(foundling);
        assertTrue(known.hasKnownChild(parent));
        known.forget(child);
        assertFalse(known.hasKnownChild(parent));
    }
}
