package io.forebay.bench;

/// Something that can be measured again and again.
@FunctionalInterface
public interface Measured {
    /// Runs it once and says how much or how long, in the unit of its [Contest].
    double measure() throws Exception;
}
