package io.forebay.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.sim.trace.PolicyReplay;
import io.forebay.sim.trace.SyntheticTrace;
import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TierSizes;
import io.forebay.sim.trace.Tiering;
import io.forebay.sim.trace.TraceRequest;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class TraceMeasureTest {
    private static TierSizes sizes(int dramBlocks) {
        return new TierSizes(
                TierSize.of("lru", dramBlocks), Tiering.EXCLUSIVE, TierSize.of("lru", TierSize.UNLIMITED), 1);
    }

    private static MeasureSettings settings(int dramBlocks, int workers, double readMillis, double windowMillis) {
        return new MeasureSettings(sizes(dramBlocks), 1_024, workers, readMillis, windowMillis, 500, 0.9, 0.95);
    }

    private static TraceRequest request(long millis, long first, int blocks) {
        return new TraceRequest(
                millis, 1, 1, LongStream.range(first, first + blocks).boxed().toList());
    }

    /// Two prompts of 40 blocks in turn, with room in DRAM for one.
    private static List<TraceRequest> inTurn() {
        return List.of(
                request(0, 0, 40),
                request(500, 100, 40),
                request(1_000, 0, 40),
                request(3_999, 100, 40),
                request(9_000, 0, 10));
    }

    @Test
    void whatIsOnSsdAloneIsCountedByTheSecond() {
        Measurement measured = TraceMeasure.of(inTurn(), settings(40, 1, 10, 1_000));
        assertEquals(170, measured.blocks());
        assertEquals(10, measured.seconds());
        assertEquals(90.0 / 170, measured.ssdOnlyShare(), 1e-9);
        assertEquals(0, measured.dramShare());
        assertEquals(80.0 / 170, measured.missShare(), 1e-9);
        assertEquals(new Measurement.Rate(9.0, 3, 40, 40, 40), measured.ssdOnly());
        assertEquals(-1, measured.ssdBlocks());
        assertEquals(0, measured.pressure().fullAfterSeconds());
        assertEquals(80, measured.pressure().maxInsertsPerSecond());
        assertEquals(0.4, measured.pressure().overHeadroomShare(), 1e-9, "more than 2 blocks in 4 of 10 seconds");
    }

    @Test
    void theSharesAreThoseOfTheReplay() {
        List<TraceRequest> trace = SyntheticTrace.of(21, 2_000);
        Measurement measured = TraceMeasure.of(trace, settings(300, 1, 5, 1_000));
        PolicyReplay replay = PolicyReplay.run(trace, sizes(300));
        assertEquals((double) replay.ssdPrefixHits() / replay.blocks(), measured.ssdOnlyShare());
        assertEquals((double) replay.dramPrefixHits() / replay.blocks(), measured.dramShare());
    }

    @Test
    void workersBringWhatTheWindowAllows() {
        // 40 blocks of 10 ms in a window of 100 ms: 10 in time, and the eleventh begins as the window ends.
        Measurement.Promotion one =
                TraceMeasure.of(inTurn(), settings(40, 1, 10, 100)).promotion();
        assertEquals(30.0 / 90, one.inTimeShare(), 1e-9);
        assertEquals(2.0 / 90, one.lateShare(), 1e-9);
        assertEquals(58.0 / 90, one.notBegunShare(), 1e-9);
        assertEquals(100, one.ceilingPerSecond());
        assertEquals(0, one.secondsOverCeiling());
        assertEquals(4, one.workersNeeded());
        assertEquals(
                1,
                TraceMeasure.of(inTurn(), settings(40, 4, 10, 100)).promotion().inTimeShare());
        Measurement.Promotion tooShort =
                TraceMeasure.of(inTurn(), settings(40, 1, 10, 9)).promotion();
        assertEquals(-1, tooShort.workersNeeded());
        assertEquals(0, tooShort.inTimeShare());
        assertEquals(
                2,
                TraceMeasure.of(inTurn(), settings(40, 1, 30, 100)).promotion().secondsOverCeiling());
    }

    @Test
    void theBufferIsRateTimesWaitAndResidency() {
        Measurement.Buffer buffer =
                TraceMeasure.of(inTurn(), settings(40, 1, 10, 1_000)).buffer();
        assertEquals(60, buffer.blocks(), "40 a second for 1.5 s");
        assertEquals(60 * 1_024, buffer.bytes());
        assertEquals(1.5, buffer.dramShare());
        assertEquals(40, buffer.mostResident());
        assertEquals(
                15,
                TraceMeasure.of(inTurn(), settings(40, 1, 100, 1_000)).buffer().blocks(),
                "no more than a worker reads");
    }

    @Test
    void theVerdictSaysWhatIsNotMet() {
        Measurement bad = TraceMeasure.of(inTurn(), settings(40, 1, 10, 100));
        assertFalse(bad.go());
        assertTrue(bad.reasons().getFirst().startsWith("not met: 1 worker(s)"), bad::toString);
        assertTrue(bad.reasons().get(0).endsWith("4 would bring 95 %"), bad::toString);
        assertTrue(bad.reasons().get(1).startsWith("not met: the buffer takes 24 blocks"), bad::toString);
        Measurement good = TraceMeasure.of(SyntheticTrace.of(21, 2_000), settings(1_000, 8, 5, 1_000));
        assertTrue(good.go(), good::toString);
        assertEquals(4, good.reasons().size());
        Measurement roomy = TraceMeasure.of(SyntheticTrace.of(21, 2_000), settings(1_000_000, 8, 5, 1_000));
        assertFalse(roomy.go());
        assertEquals(-1, roomy.pressure().fullAfterSeconds());
        assertTrue(roomy.reasons().getFirst().contains("0.0 % of all blocks are on SSD alone"), roomy::toString);
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThrows(InvalidInput.class, () -> settings(10, 0, 5, 5));
        assertThrows(InvalidInput.class, () -> settings(10, 1, 0, 5));
        assertThrows(InvalidInput.class, () -> settings(10, 1, 5, -1));
        assertThrows(InvalidInput.class, () -> new MeasureSettings(sizes(1), 0, 1, 1, 1, 1, 0.9, 0.9));
        assertThrows(InvalidInput.class, () -> new MeasureSettings(sizes(1), 0, 1, 1, 1, 1, 0, 0.9));
        assertThrows(InvalidInput.class, () -> new MeasureSettings(sizes(1), 0, 1, 1, 1, 1, 0.9, Double.NaN));
        assertThrows(
                InvalidInput.class,
                () -> new MeasureSettings(TierSizes.dram(TierSize.of("lru", 1), 1), 0, 1, 1, 1, 1, 0.9, 0.95));
        List<TraceRequest> back = List.of(request(5, 0, 1), request(4, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> TraceMeasure.of(back, settings(10, 1, 5, 5)));
    }
}
