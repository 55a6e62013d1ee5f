package io.forebay.core.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class InventoryPaceTest {
    private static final long FAST = InventoryPace.AIM_NANOS / 2;
    private static final long SLOW = InventoryPace.AIM_NANOS + 1;

    private final InventoryPace pace = new InventoryPace();
    private long now = -7;

    private int batch(int keys, long took) {
        pace.sent(keys, now);
        now += took;
        pace.applied(now);
        return pace.keys();
    }

    private int full(long took) {
        return batch(pace.keys(), took);
    }

    @Test
    void aMasterThatIsQuickIsToldMoreAtOnceUpToABound() {
        assertEquals(InventoryPace.FIRST_KEYS, pace.keys());
        assertEquals(1_024, full(FAST));
        assertEquals(2_048, full(FAST));
        assertEquals(InventoryPace.MOST_KEYS, full(FAST));
        assertEquals(InventoryPace.MOST_KEYS, full(0));
    }

    @Test
    void oneThatIsSlowIsToldLessDownToABound() {
        assertEquals(InventoryPace.LEAST_KEYS, full(SLOW));
        assertEquals(InventoryPace.LEAST_KEYS, full(SLOW));
    }

    @Test
    void oneThatTakesItsTimeIsLeftAtThat() {
        assertEquals(InventoryPace.FIRST_KEYS, full(FAST + 1));
        assertEquals(InventoryPace.FIRST_KEYS, full(InventoryPace.AIM_NANOS));
    }

    @Test
    void aBatchThatWasNotFullSaysNothing() {
        assertEquals(InventoryPace.FIRST_KEYS, batch(InventoryPace.FIRST_KEYS - 1, 0));
        assertEquals(InventoryPace.FIRST_KEYS, batch(0, SLOW));
    }

    @Test
    void anotherMasterIsColdAgain() {
        full(FAST);
        pace.begin();
        assertEquals(InventoryPace.FIRST_KEYS, pace.keys());
        pace.applied(now);
        assertEquals(InventoryPace.FIRST_KEYS, pace.keys());
    }
}
