package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Invariant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutcomesTest {
    private static void broken(int local, int fetched, int asked, @Nullable Outcome cause) {
        assertThrows(Invariant.Broken.class, () -> Outcomes.of(local, fetched, asked, cause));
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
                Outcomes.of(2, 1, 6, Outcome.MISS_NO_OWNER));
    }

    @Test
    void aFullHitHasNoCause() {
        assertEquals(List.of(Outcome.MEMORY, Outcome.PEER), Outcomes.of(1, 1, 2, null));
    }

    @Test
    void aWholeMissHasOneCause() {
        assertEquals(List.of(Outcome.MISS_DEADLINE), Outcomes.of(0, 0, 1, Outcome.MISS_DEADLINE));
    }

    @Test
    void everyBlockHasOneOutcome() {
        List<Outcome> outcomes = Outcomes.of(10, 20, 1_000, Outcome.MISS_CORRUPT);
        assertEquals(1_000, outcomes.size());
        assertEquals(30, outcomes.stream().filter(Outcome::isHit).count());
        assertEquals(969, Collections.frequency(outcomes, Outcome.NOT_ATTEMPTED));
    }

    @Test
    void countsThatContradictEachOtherAreBroken() {
        broken(2, 1, 2, null);
        broken(-1, 1, 2, Outcome.MISS_NO_OWNER);
        broken(1, -1, 2, Outcome.MISS_NO_OWNER);
        broken(1, 0, 2, null);
        broken(1, 1, 2, Outcome.MISS_NO_OWNER);
        broken(0, 0, 2, Outcome.NOT_ATTEMPTED);
        broken(0, 0, 2, Outcome.PEER);
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
