package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeRunTest {
    private static final List<Outcome> OUTCOMES =
            List.of(Outcome.MEMORY, Outcome.MEMORY, Outcome.SSD, Outcome.MEMORY, Outcome.MISS_CORRUPT);

    @Test
    void neighboursThatAreAlikeAreOne() {
        assertEquals(
                List.of(
                        new OutcomeRun(Outcome.MEMORY, 2),
                        new OutcomeRun(Outcome.SSD, 1),
                        new OutcomeRun(Outcome.MEMORY, 1),
                        new OutcomeRun(Outcome.MISS_CORRUPT, 1)),
                OutcomeRun.of(OUTCOMES));
        assertEquals(List.of(), OutcomeRun.of(List.of()));
    }

    @Test
    void eachBlockIsFoundAgain() {
        List<OutcomeRun> runs = OutcomeRun.of(OUTCOMES);
        for (int i = 0; i < OUTCOMES.size(); i++) {
            assertEquals(OUTCOMES.get(i), OutcomeRun.at(runs, i));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> OutcomeRun.at(runs, OUTCOMES.size()));
    }
}
