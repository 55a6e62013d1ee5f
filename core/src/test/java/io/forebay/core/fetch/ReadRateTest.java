package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReadRateTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long GIB = 1L << 30;

    private final ReadRate rate = new ReadRate();

    @Test
    void atFirstAGibibyteTakesASecondAndTheRoundTrips() {
        assertEquals(SECOND + ReadRate.ROUND_TRIPS_NANOS, rate.nanosFor(GIB));
        assertEquals(ReadRate.ROUND_TRIPS_NANOS, rate.nanosFor(0));
    }

    @Test
    void anEstimateFollowsWhatWasMeasured() {
        for (int i = 0; i < 100; i++) {
            rate.measured(GIB, 4 * SECOND);
        }
        assertEquals(4.0, (rate.nanosFor(GIB) - ReadRate.ROUND_TRIPS_NANOS) / 1e9, 0.01);
    }

    @Test
    void oneSlowFetchIsNotBelievedAtOnce() {
        rate.measured(GIB, 100 * SECOND);
        assertTrue(rate.nanosFor(GIB) < 2 * SECOND);
        assertTrue(rate.nanosFor(GIB) > SECOND + ReadRate.ROUND_TRIPS_NANOS);
    }

    @Test
    void aSmallFetchSaysNothingAboutTheRate() {
        rate.measured(ReadRate.LEAST_BYTES - 1, SECOND);
        rate.measured(GIB, 0);
        assertEquals(SECOND + ReadRate.ROUND_TRIPS_NANOS, rate.nanosFor(GIB));
    }
}
