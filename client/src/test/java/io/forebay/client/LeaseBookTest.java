package io.forebay.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class LeaseBookTest {
    private static final LeaseId LEASE = new LeaseId(1, 2);

    private final List<LeaseId> released = new ArrayList<>();
    private final List<Consumer<Answer<LeaseOutcome>>> unanswered = new ArrayList<>();
    private final LeaseBook book = new LeaseBook((lease, then) -> {
        released.add(lease);
        unanswered.add(then);
    });

    private void answer() {
        unanswered.removeFirst().accept(Answer.ok(LeaseOutcome.DONE));
    }

    @Test
    void aLateLeaseIsGivenBackAtOnceWhenNobodyAsksForItsRequest() {
        book.begin("r");
        book.end("r");

        book.late("r", LEASE);

        assertEquals(List.of(LEASE), released);
    }

    @Test
    void aLateLeaseWaitsForTheQueryThatMayGetTheSameOne() {
        book.begin("r");
        book.late("r", LEASE);
        assertEquals(List.of(), released);
        assertTrue(book.hold(LEASE));
        book.end("r");
        assertEquals(List.of(), released, "the query got it");

        book.letGo(LEASE);

        assertEquals(List.of(LEASE), released);
    }

    @Test
    void aLateLeaseThatTheNextQueryDidNotGetIsGivenBackAtItsEnd() {
        book.begin("r");
        book.late("r", LEASE);
        book.end("r");

        assertEquals(List.of(LEASE), released);
    }

    @Test
    void aLeaseOnItsWayBackIsNotHeldAgainUntilTheNodeHasAnswered() {
        assertTrue(book.hold(LEASE));
        book.letGo(LEASE);
        assertFalse(book.hold(LEASE));
        book.late("r", LEASE);
        assertEquals(1, released.size());

        answer();

        assertTrue(book.hold(LEASE));
    }

    @Test
    void waitingForReleasesIsBounded() {
        assertTrue(book.hold(LEASE));
        book.letGo(LEASE);
        long start = System.nanoTime();
        book.awaitReleased(20_000_000);
        assertTrue(System.nanoTime() - start >= 20_000_000);
        answer();
        book.awaitReleased(Long.MAX_VALUE);
    }
}
