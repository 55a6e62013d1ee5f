package io.forebay.core.lease;

/// The 16-byte name of an engine lease, drawn at random so that nobody guesses another instance's.
public record LeaseId(long high, long low) {
    @Override
    public String toString() {
        return "%016x%016x".formatted(high, low);
    }
}
