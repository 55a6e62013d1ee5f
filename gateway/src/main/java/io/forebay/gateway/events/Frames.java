package io.forebay.gateway.events;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// What vLLM's messages are made of.
final class Frames {
    /// The number of no batch: a replay is over.
    static final long END = -1;

    private Frames() {}

    /// Eight bytes, the highest first.
    static byte[] number(long sequence) {
        return ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
    }

    static long number(byte[] frame) {
        return ByteBuffer.wrap(frame).getLong();
    }

    static byte[] text(String topic) {
        return topic.getBytes(StandardCharsets.UTF_8);
    }
}
