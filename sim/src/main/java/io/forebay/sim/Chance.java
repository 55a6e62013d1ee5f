package io.forebay.sim;

import java.util.SplittableRandom;

/// The one source of chance of an actor, derived from the world's seed, so that one actor's draws do not shift
/// another's.
final class Chance {
    private final SplittableRandom random;

    Chance(long seed, String actor) {
        this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + actor.hashCode());
    }

    boolean in(double share) {
        return random.nextDouble() < share;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /// From `min` to `max`, most of them near `min`.
    long delayNanos(long min, long max) {
        double skewed = Math.pow(random.nextDouble(), 4);
        return min + (long) ((max - min) * skewed);
    }

    long bits() {
        return random.nextLong();
    }
}
