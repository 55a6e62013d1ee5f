package io.forebay.memory.ssd.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Appends fields to a payload, little-endian; text has its length in front. One thread.
final class FieldWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    FieldWriter u8(int value) {
        return number(value, 1);
    }

    FieldWriter u16(int value) {
        return number(value, Short.BYTES);
    }

    FieldWriter u32(long value) {
        return number(value, Integer.BYTES);
    }

    FieldWriter u64(long value) {
        return number(value, Long.BYTES);
    }

    private FieldWriter number(long value, int size) {
        for (int i = 0; i < size; i++) {
            bytes.write((byte) (value >> (i * Byte.SIZE)));
        }
        return this;
    }

    /// At most 65,535 bytes of UTF-8.
    FieldWriter text(String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        u16(text.length);
        bytes.writeBytes(text);
        return this;
    }

    /// At most 255 bytes.
    FieldWriter shortBytes(byte[] value) {
        u8(value.length);
        bytes.writeBytes(value);
        return this;
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
