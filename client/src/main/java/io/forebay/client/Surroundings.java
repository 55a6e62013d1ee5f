package io.forebay.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/// Time and chance, as a client sees them.
///
/// @param nanoClock of any origin; measures deadlines
/// @param random uniform in [0, 1); spreads the attempts to reconnect
/// @param timer runs the reconnecting; the client closes it
public record Surroundings(LongSupplier nanoClock, DoubleSupplier random, Timer timer) {
    /// The system's clock and chance, and a thread for the timer.
    public static Surroundings real(String threadName) {
        return new Surroundings(
                System::nanoTime, () -> ThreadLocalRandom.current().nextDouble(), Timer.onThread(threadName));
    }
}
