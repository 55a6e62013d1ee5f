package io.forebay.bench;

/// Ours against its limit.
///
/// @param name of the result's row
/// @param unit of both values
/// @param better which way the unit improves
/// @param ours measures our code
/// @param limit measures what the machine can do at best on the same work
public record Contest(String name, String unit, Better better, Measured ours, Measured limit) {}
