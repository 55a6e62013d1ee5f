package io.forebay.client;

import static io.forebay.client.ClientFixture.hash;
import static io.forebay.client.ClientFixture.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SmallPartsTest {
    @Test
    void pausesAreShortenedByChanceButNeverByMoreThanHalf() {
        var random = new SplittableRandom(42);
        var backOff = new BackOff(random::nextDouble);
        long full = BackOff.FIRST_NANOS;
        for (int i = 0; i < 20; i++) {
            long pause = backOff.next();
            assertTrue(pause > full / 2 && pause <= full, "seed 42, pause " + i + " is " + pause);
            full = Math.min(2 * full, BackOff.LONGEST_NANOS);
        }
        backOff.reset();
        assertTrue(backOff.next() <= BackOff.FIRST_NANOS);
    }

    @Test
    void theLastUserFreesAndNobodyEntersAfterwards() {
        var freed = new AtomicInteger();
        var uses = new Uses(freed::incrementAndGet);
        assertTrue(uses.enter());
        uses.leave();
        assertEquals(0, freed.get());
        assertTrue(uses.enter());
        uses.leave();
        uses.leave();
        assertEquals(1, freed.get());
        assertFalse(uses.enter());
        assertFalse(uses.enter());
        assertEquals(1, freed.get());
    }

    @Test
    void scopesForgetTheOldestRequestBeyondTheirBound() {
        var scopes = new RequestScopes();
        scopes.add("r", hashes("a", 3));
        scopes.add("r", List.of(hash("a0"), hash("b")));
        assertEquals(4, scopes.keys("r").size());
        for (int i = 1; i < RequestScopes.MAX_REQUESTS; i++) {
            scopes.add("r" + i, List.of(hash("a")));
        }
        assertEquals(4, scopes.keys("r").size());
        scopes.add("one too many", List.of(hash("a")));
        assertEquals(0, scopes.keys("r").size());
        assertEquals(1, scopes.keys("r1").size());
        scopes.forget("r1");
        assertEquals(0, scopes.keys("r1").size());
    }

    @Test
    void aTimerOnAThreadRunsTasksInOrderAndSurvivesOneThatThrows() throws InterruptedException {
        Timer timer = Timer.onThread("test");
        var done = new CountDownLatch(1);
        timer.after(0, () -> {
            throw new IllegalStateException("expected by the test");
        });
        timer.after(1, done::countDown);
        assertTrue(done.await(10, TimeUnit.SECONDS));
        timer.close();
        timer.after(0, () -> {});
    }
}
