package io.forebay.core.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.peer.LockId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransferLocksTest {
    private static final long TIME = 100;

    private final TransferLocks<String> locks = new TransferLocks<>(TIME);

    @Test
    void aLockIsReleasedOnce() {
        LockId lock = locks.lock(List.of("x", "y"), 0);
        assertEquals(1, locks.count());
        assertEquals(List.of("x", "y"), locks.release(lock));
        assertNull(locks.release(lock));
        assertEquals(0, locks.count());
        assertEquals(List.of(), locks.expire(TIME));
    }

    @Test
    void anExpiredLockIsNoLongerHeld() {
        LockId lock = locks.lock(List.of("x"), 5);
        LockId later = locks.lock(List.of("x"), 6);
        assertEquals(List.of(), locks.expire(5 + TIME - 1));
        assertEquals(List.of("x"), locks.expire(5 + TIME));
        assertNull(locks.release(lock));
        assertEquals(List.of("x"), locks.release(later));
    }

    @Test
    void everyHoldOfABlockIsGivenBackOnItsOwn() {
        locks.lock(List.of("x"), 0);
        locks.lock(List.of("x", "y"), 0);
        assertEquals(List.of("x", "x", "y"), locks.expire(TIME));
    }

    @Test
    void numbersNeverRepeat() {
        Set<LockId> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            LockId lock = locks.lock(List.of("x"), i);
            assertTrue(seen.add(lock));
            if (i % 2 == 0) {
                locks.release(lock);
            }
        }
    }

    @Test
    void anUnknownLockIsNotHeld() {
        assertNull(locks.release(new LockId(77)));
        assertThrows(Invariant.Broken.class, () -> new TransferLocks<String>(0));
    }
}
