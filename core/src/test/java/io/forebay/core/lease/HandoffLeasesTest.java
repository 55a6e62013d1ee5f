package io.forebay.core.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.TestKeys;
import org.junit.jupiter.api.Test;

class HandoffLeasesTest {
    private final HandoffLeases leases = new HandoffLeases(100, 30);

    @Test
    void leasesCoverNoMoreThanTheBound() {
        assertTrue(leases.take(TestKeys.key(0), 60, 0));
        assertFalse(leases.take(TestKeys.key(1), 41, 0));
        assertTrue(leases.take(TestKeys.key(2), 40, 0));
        assertEquals(100, leases.bytes());
    }

    @Test
    void aLeaseThatIsOverMakesRoom() {
        leases.take(TestKeys.key(0), 60, 0);
        assertFalse(leases.take(TestKeys.key(1), 60, 29));
        assertTrue(leases.take(TestKeys.key(1), 60, 30));
        assertEquals(60, leases.bytes());
    }

    @Test
    void coveringABlockAgainCountsItOnceAndAnew() {
        leases.take(TestKeys.key(0), 60, 0);
        assertTrue(leases.take(TestKeys.key(0), 60, 20));
        assertFalse(leases.take(TestKeys.key(1), 60, 30));
        assertTrue(leases.take(TestKeys.key(1), 60, 50));
    }

    @Test
    void aDroppedLeaseMakesRoom() {
        leases.take(TestKeys.key(0), 60, 0);
        leases.drop(TestKeys.key(0));
        leases.drop(TestKeys.key(5));
        assertEquals(0, leases.bytes());
        assertTrue(leases.take(TestKeys.key(1), 60, 0));
    }
}
