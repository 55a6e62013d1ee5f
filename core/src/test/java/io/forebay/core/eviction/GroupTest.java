package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GroupTest {
    @Test
    void classesGoByUses() {
        int[] uses = {1, 2, 3, 4, 5, 16, 17, 100};
        int[] classes = {1, 2, 3, 3, 4, 4, 5, 5};
        for (int i = 0; i < uses.length; i++) {
            assertEquals(classes[i], Group.classOf(uses[i], false));
            assertEquals(i == 0 ? 0 : classes[i], Group.classOf(uses[i], true), "the last block counts only when new");
        }
    }

    @Test
    void newBlocksAreCountedInHalfOctaves() {
        for (int n = 0; n <= 65_536; n++) {
            double octaves = Math.log(Math.max(1, n)) / Math.log(2);
            int expected = 1 + Math.min(14, (int) Math.floor(2 * octaves + 1e-9));
            assertEquals(expected, Group.newBucket(Group.of(1, n, SessionHint.NONE)), n + " blocks");
        }
        assertEquals(0, Group.newBucket(Group.of(0, 9, SessionHint.NONE)), "they say nothing of the last block");
    }

    @Test
    void aGroupTellsItsParts() {
        Set<Integer> seen = new HashSet<>();
        for (SessionHint hint : SessionHint.values()) {
            for (int c = 1; c < Group.CLASSES; c++) {
                for (int newBlocks : new int[] {1, 2, 40, 1_000}) {
                    int group = Group.of(c, newBlocks, hint);
                    seen.add(group);
                    assertEquals(c, Group.blockClass(group));
                    assertEquals(hint.value, Group.hint(group));
                }
            }
        }
        assertEquals(3 * 5 * 4, seen.size());
    }
}
