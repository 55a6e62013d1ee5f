package io.forebay.gateway.events;

/// A message as it was published. The arrays are nobody's to change.
final class SentBatch {
    private final long sequence;
    private final byte[] topic;
    private final byte[] payload;

    /// @param sequence its number at this publisher, from 0
    SentBatch(long sequence, byte[] topic, byte[] payload) {
        this.sequence = sequence;
        this.topic = topic;
        this.payload = payload;
    }

    long sequence() {
        return sequence;
    }

    byte[] topic() {
        return topic;
    }

    byte[] payload() {
        return payload;
    }

    /// What it takes in memory, about.
    long bytes() {
        return topic.length + payload.length + 96L;
    }
}
