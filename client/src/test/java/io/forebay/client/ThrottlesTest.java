package io.forebay.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.prefetch.PrefetchStatus;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ThrottlesTest {
    private static final PrefetchAnswer FULL = answer(PrefetchStatus.THROTTLED_WATERMARK);

    private final Throttles throttles = new Throttles();

    private static PrefetchAnswer answer(PrefetchStatus status) {
        return new PrefetchAnswer(status, Optional.empty(), false);
    }

    private static BlockKey key(int number) {
        return new BlockKey(
                new Namespace("m", "", "f"),
                BlockHash.of(ByteBuffer.allocate(4).putInt(number).array()));
    }

    private void assertHeldBackFor(long pauseNanos, long fromNanos) {
        assertEquals(Optional.of(FULL), throttles.heldBack(key(1), fromNanos + pauseNanos - 1));
        assertEquals(Optional.empty(), throttles.heldBack(key(1), fromNanos + pauseNanos));
    }

    @Test
    void eachThrottleDoublesThePauseUpToTheLongest() {
        long now = 5;
        for (long pause : new long[] {100, 200, 400, 800, 1_600, 2_000, 2_000}) {
            throttles.heard(key(1), FULL, now);
            assertHeldBackFor(pause * 1_000_000L, now);
            now += pause * 1_000_000L;
        }
    }

    @Test
    void anotherAnswerEndsItAndALongSilenceBeginsAnew() {
        throttles.heard(key(1), FULL, 0);
        throttles.heard(key(1), FULL, 0);
        throttles.heard(key(1), answer(PrefetchStatus.QUEUED), 0);
        assertEquals(Optional.empty(), throttles.heldBack(key(1), 0));
        throttles.heard(key(1), FULL, 0);
        long later = Throttles.FIRST_NANOS + Throttles.LONGEST_NANOS + 1;
        throttles.heard(key(1), FULL, later);
        assertHeldBackFor(Throttles.FIRST_NANOS, later);
    }

    @Test
    void theOneThrottledLongestAgoMakesPlace() {
        for (int i = 0; i <= Throttles.MAX_KEYS; i++) {
            throttles.heard(key(i), FULL, 0);
        }
        assertEquals(Optional.empty(), throttles.heldBack(key(0), 1));
        assertEquals(Optional.of(FULL), throttles.heldBack(key(1), 1));
        assertEquals(Optional.of(FULL), throttles.heldBack(key(Throttles.MAX_KEYS), 1));
    }
}
