package io.forebay.bench.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.bench.BenchResult;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PairedTest {
    private static List<Double> upTo(int last) {
        return IntStream.rangeClosed(1, last).mapToObj(value -> (double) value).toList();
    }

    @Test
    void thePercentileIsOfAllRoundsTogether() {
        Paired paired = new Paired();
        paired.add(upTo(50), upTo(10));
        paired.add(
                IntStream.rangeClosed(51, 100).mapToObj(value -> (double) value).toList(), upTo(10));
        BenchResult row = paired.row("row", 0.99);
        assertEquals(99, row.ours());
        assertEquals(10, row.limit());
        assertEquals(10 / 99.0, row.ratio(), 1e-9);
    }

    @Test
    void theWorstIsThePercentileOfAll() {
        Paired paired = new Paired();
        paired.add(upTo(7), upTo(3));
        assertEquals(7, paired.row("row", 1).ours());
    }

    @Test
    void aRoundWithoutACallIsNoRound() {
        assertThrows(IllegalStateException.class, () -> new Paired().add(List.of(), upTo(1)));
    }

    @Test
    void callsThatOverlapASpanMeetIt() {
        TimedCalls calls = new TimedCalls();
        calls.add(0, 1_000_000);
        calls.add(2_000_000, 4_000_000);
        calls.add(8_000_000, 9_000_000);
        assertEquals(List.of(2.0), calls.millis(call -> call.meets(3_000_000, 5_000_000)));
        assertEquals(4_000_000, calls.firstEnd(1_500_000));
        assertEquals(9_500_000, calls.firstEnd(9_500_000));
    }
}
