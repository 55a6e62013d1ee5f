package io.forebay.gateway.events;

/// What became of a request for batches that somebody has missed. A closed set.
public enum ReplayEnd {
    /// All of them were still there.
    REPLAYED,
    /// Some had gone: it got all that stands instead.
    SNAPSHOT,
    /// It took nothing for too long, or went away.
    ABANDONED,
    /// Too many others were being answered.
    REFUSED,
    /// What it sent was no request.
    MALFORMED
}
