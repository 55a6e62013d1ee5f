package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Invariant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutcomesTest {
    private static void broken(List<Outcome> hits, int asked, @Nullable Outcome cause) {
        assertThrows(Invariant.Broken.class, () -> Outcomes.of(hits, asked, cause));
    }

    @Test
    void oneBlockHasTheCauseAndWhatLiesBehindWasNotAttempted() {
        assertEquals(
                List.of(
                        Outcome.MEMORY,
                        Outcome.MEMORY,
                        Outcome.PEER,
                        Outcome.MISS_NO_OWNER,
                        Outcome.NOT_ATTEMPTED,
                        Outcome.NOT_ATTEMPTED),
                Outcomes.of(List.of(Outcome.MEMORY, Outcome.MEMORY, Outcome.PEER), 6, Outcome.MISS_NO_OWNER));
    }

    @Test
    void aFullHitHasNoCause() {
        List<Outcome> hits = List.of(Outcome.SSD, Outcome.PEER, Outcome.MEMORY, Outcome.SSD);
        assertEquals(hits, Outcomes.of(hits, 4, null));
    }

    @Test
    void aWholeMissHasOneCause() {
        assertEquals(List.of(Outcome.MISS_DEADLINE), Outcomes.of(List.of(), 1, Outcome.MISS_DEADLINE));
    }

    @Test
    void everyBlockHasOneOutcome() {
        List<Outcome> outcomes = Outcomes.of(Collections.nCopies(30, Outcome.PEER), 1_000, Outcome.MISS_CORRUPT);
        assertEquals(1_000, outcomes.size());
        assertEquals(30, outcomes.stream().filter(Outcome::isHit).count());
        assertEquals(969, Collections.frequency(outcomes, Outcome.NOT_ATTEMPTED));
    }

    @Test
    void countsThatContradictEachOtherAreBroken() {
        List<Outcome> one = List.of(Outcome.MEMORY);
        broken(List.of(Outcome.MEMORY, Outcome.PEER, Outcome.SSD), 2, null);
        broken(List.of(Outcome.NOT_ATTEMPTED), 2, Outcome.MISS_NO_OWNER);
        broken(one, 2, null);
        broken(one, 1, Outcome.MISS_NO_OWNER);
        broken(List.of(), 2, Outcome.NOT_ATTEMPTED);
        broken(List.of(), 2, Outcome.PEER);
    }

    @Test
    void allOrNothingHasNoHitAndSaysWhatWasThere() {
        assertEquals(
                List.of(Outcome.MISS_INCOMPLETE, Outcome.MISS_INCOMPLETE, Outcome.MISS_NO_OWNER, Outcome.NOT_ATTEMPTED),
                Outcomes.ofNothing(2, 4, Outcome.MISS_NO_OWNER));
        assertEquals(List.of(Outcome.MISS_DEADLINE), Outcomes.ofNothing(0, 1, Outcome.MISS_DEADLINE));
        assertThrows(Invariant.Broken.class, () -> Outcomes.ofNothing(2, 2, Outcome.MISS_NO_OWNER));
        assertThrows(Invariant.Broken.class, () -> Outcomes.ofNothing(0, 2, Outcome.PEER));
    }
}
