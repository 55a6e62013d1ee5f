package io.forebay.core.answer;

/// A failure of the world (peer, disk, fabric, master), caught once at the edge where it happened.
///
/// @param remedy what the caller does about it; the only part that programs branch on
/// @param message for people and logs; not part of the contract
public record Failure(Remedy remedy, String message) {}
