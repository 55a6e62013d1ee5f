package io.forebay.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PeerTallyTest {
    private static final long MILLI = 1_000_000L;

    private final List<Happening> happenings = new ArrayList<>();
    private long fetch;

    private void attempt(String owner, long atNanos, long tookNanos, AttemptCause cause) {
        fetch++;
        happenings.add(new Happening.AttemptBegan(atNanos, fetch, owner, 1));
        happenings.add(new Happening.AttemptEnded(atNanos + tookNanos, fetch, owner, Keys.NONE, 1, cause, ""));
    }

    private static @Nullable Object of(Map<String, @Nullable Object> peer, String field) {
        return peer.get(field);
    }

    @Test
    void theOneThatFailsComesFirstThenTheSlowest() {
        attempt("quick", 0, 2 * MILLI, AttemptCause.COMPLETE);
        attempt("slow", 0, 900 * MILLI, AttemptCause.COMPLETE);
        attempt("broken", 0, 5 * MILLI, AttemptCause.COMPLETE);
        attempt("broken", 7_000 * MILLI, 1 * MILLI, AttemptCause.CONNECT);
        List<Map<String, @Nullable Object>> peers = PeerTally.of(happenings, 10_001 * MILLI);
        assertEquals(
                List.of("broken", "slow", "quick"),
                peers.stream().map(peer -> of(peer, "peer")).toList());
        assertEquals(
                List.of(2, 1, 1),
                peers.stream().map(peer -> of(peer, "attempts")).toList());
        assertEquals("connect", of(peers.getFirst(), "last_cause"));
        assertEquals(3L, of(peers.getFirst(), "last_failed_seconds_ago"));
        assertEquals(900.0, of(peers.get(1), "p99_millis"));
    }

    @Test
    void whatBlamesNobodyIsNoFailure() {
        attempt("peer", 0, MILLI, AttemptCause.ABSENT);
        attempt("peer", 0, MILLI, AttemptCause.POOL_FULL);
        attempt("peer", 0, MILLI, AttemptCause.CHECKSUM);
        Map<String, @Nullable Object> peer = PeerTally.of(happenings, MILLI).getFirst();
        assertEquals(3, of(peer, "attempts"));
        assertEquals(1, of(peer, "failed"));
        assertEquals(null, of(peer, "p50_millis"));
    }

    @Test
    void whatIsLongAgoDoesNotCount() {
        attempt("peer", 0, MILLI, AttemptCause.CONNECT);
        assertEquals(List.of(), PeerTally.of(happenings, PeerTally.WINDOW_NANOS + MILLI));
    }
}
