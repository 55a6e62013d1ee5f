package io.forebay.memory.ssd.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Reads what a [FieldWriter] wrote. Every method throws [java.nio.BufferUnderflowException] where the payload
/// ends too soon. One thread.
final class FieldReader {
    private final ByteBuffer bytes;

    FieldReader(ByteBuffer payload) {
        bytes = payload.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    int u8() {
        return Byte.toUnsignedInt(bytes.get());
    }

    int u16() {
        return Short.toUnsignedInt(bytes.getShort());
    }

    long u32() {
        return Integer.toUnsignedLong(bytes.getInt());
    }

    long u64() {
        return bytes.getLong();
    }

    String text() {
        return new String(take(u16()), StandardCharsets.UTF_8);
    }

    byte[] shortBytes() {
        return take(u8());
    }

    /// How many of something follow, each of which takes at least `leastBytes`; a count that cannot be is
    /// refused before anybody allocates for it.
    int count(int leastBytes) {
        long count = u32();
        if (count > bytes.remaining() / leastBytes) {
            throw new java.nio.BufferUnderflowException();
        }
        return (int) count;
    }

    private byte[] take(int length) {
        if (length > bytes.remaining()) {
            throw new java.nio.BufferUnderflowException();
        }
        byte[] taken = new byte[length];
        bytes.get(taken);
        return taken;
    }
}
