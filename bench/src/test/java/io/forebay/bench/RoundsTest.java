package io.forebay.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class RoundsTest {
    private final StringBuilder order = new StringBuilder();
    private int oursCalls;
    private int limitCalls;

    private static Progress silent(long total) {
        return new Progress(
                new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8), false, () -> 0, total);
    }

    private BenchResult run(Better better, double[] ours, double[] limit) throws Exception {
        Contest contest = new Contest(
                "row",
                "GB/s",
                better,
                () -> {
                    order.append('o');
                    return ours[oursCalls++];
                },
                () -> {
                    order.append('l');
                    return limit[limitCalls++];
                });
        return new Rounds(7, silent(8)).run(contest);
    }

    private static double[] warmAnd(double... values) {
        double[] all = new double[values.length * 2 + 1];
        all[0] = 1e9;
        for (int i = 0; i < values.length; i++) {
            all[1 + 2 * i] = values[i] - 0.5;
            all[2 + 2 * i] = values[i] + 0.5;
        }
        return all;
    }

    @Test
    void eachRoundIsOursLimitLimitOursAfterAWarmPass() throws Exception {
        run(Better.HIGHER, warmAnd(1, 2, 3, 4, 5, 6, 7), warmAnd(2, 2, 2, 2, 2, 2, 2));
        assertEquals("ol" + "ollo".repeat(7), order.toString());
    }

    @Test
    void theWarmPassDoesNotCountAndTheMedianDoes() throws Exception {
        BenchResult result = run(Better.HIGHER, warmAnd(1, 2, 3, 4, 5, 6, 700), warmAnd(2, 2, 2, 2, 2, 2, 2));
        assertEquals(4, result.ours());
        assertEquals(2, result.limit());
        assertEquals(2, result.ratio());
        assertEquals((2.75 - 1.25) / 2, result.spread());
    }

    @Test
    void theRatioIsTakenWithinARound() throws Exception {
        BenchResult result = run(Better.HIGHER, warmAnd(1, 2, 3, 4, 5, 6, 7), warmAnd(2, 4, 6, 8, 10, 12, 14));
        assertEquals(0.5, result.ratio());
        assertEquals(0, result.spread());
    }

    @Test
    void aTimeHalfOfItsLimitHasRatioTwo() throws Exception {
        assertEquals(
                2,
                run(Better.LOWER, warmAnd(1, 1, 1, 1, 1, 1, 1), warmAnd(2, 2, 2, 2, 2, 2, 2))
                        .ratio());
    }

    @Test
    void fewerThanSevenRoundsAreRefused() {
        assertThrows(InvalidInput.class, () -> new Rounds(6, silent(1)));
    }
}
