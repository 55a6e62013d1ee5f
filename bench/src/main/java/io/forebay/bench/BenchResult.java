package io.forebay.bench;

/// One row of a report; part of the JSON contract, to which fields are only added.
///
/// @param name of what was measured
/// @param unit of `ours` and `limit`
/// @param ours median over the rounds
/// @param limit median over the rounds
/// @param ratio median of the rounds' ratios; 1 is level with the limit, more is better
/// @param spread of the rounds' ratios: (upper quartile - lower quartile) / median
public record BenchResult(String name, String unit, double ours, double limit, double ratio, double spread) {}
