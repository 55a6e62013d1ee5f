package io.forebay.gateway.events;

/// A message as it was published. The arrays are never changed.
///
/// @param sequence its number at this publisher, from 0
record SentBatch(long sequence, byte[] topic, byte[] payload) {
    /// What it takes in memory, about.
    long bytes() {
        return topic.length + payload.length + 96L;
    }
}
