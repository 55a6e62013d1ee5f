package io.forebay.core.vllm;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes the part of CBOR (RFC 8949) that block hashes need, in its canonical form: every number and length
/// as short as it can be. One thread's.
final class Cbor {
    private static final int UNSIGNED = 0x00;
    private static final int NEGATIVE = 0x20;
    private static final int BYTES = 0x40;
    private static final int TEXT = 0x60;
    private static final int ARRAY = 0x80;
    private static final int NULL = 0xF6;
    private static final int ONE_BYTE = 24;
    private static final int TWO_BYTES = 25;
    private static final int FOUR_BYTES = 26;

    private byte[] buffer = new byte[128];
    private int length;

    Cbor number(int value) {
        return value >= 0 ? head(UNSIGNED, value) : head(NEGATIVE, ~value);
    }

    Cbor bytes(byte[] value) {
        return head(BYTES, value.length).raw(value);
    }

    Cbor text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return head(TEXT, utf8.length).raw(utf8);
    }

    /// So many values follow, and are its items.
    Cbor array(int items) {
        return head(ARRAY, items);
    }

    Cbor nothing() {
        put(NULL);
        return this;
    }

    byte[] done() {
        return Arrays.copyOf(buffer, length);
    }

    private Cbor head(int major, int value) {
        if (value < ONE_BYTE) {
            put(major | value);
        } else if (value <= 0xFF) {
            put(major | ONE_BYTE);
            put(value);
        } else if (value <= 0xFFFF) {
            put(major | TWO_BYTES);
            put(value >> 8);
            put(value);
        } else {
            put(major | FOUR_BYTES);
            put(value >> 24);
            put(value >> 16);
            put(value >> 8);
            put(value);
        }
        return this;
    }

    private Cbor raw(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, buffer, length, value.length);
        length += value.length;
        return this;
    }

    private void put(int value) {
        room(1);
        buffer[length++] = (byte) value;
    }

    private void room(int more) {
        if (length + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
        }
    }
}
