package io.forebay.memory.ssd.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Appends fields to a payload, little-endian; text has its length in front. One thread.
final class FieldWriter {
    private byte[] bytes = new byte[256];
    private int length;

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
        makeRoom(size);
        for (int i = 0; i < size; i++) {
            bytes[length++] = (byte) (value >> (i * Byte.SIZE));
        }
        return this;
    }

    private void append(byte[] more) {
        makeRoom(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    private void makeRoom(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
        }
    }

    /// At most 65,535 bytes of UTF-8.
    FieldWriter text(String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        u16(text.length);
        append(text);
        return this;
    }

    /// At most 255 bytes.
    FieldWriter shortBytes(byte[] value) {
        u8(value.length);
        append(value);
        return this;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
