package io.forebay.gateway.resp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// What is kept with a value on SSD, so that the map of keys can be made again: at the end of its last slot, below the
/// slot's checksum.
///
/// ```
/// key │ mark 8 │ version 8 │ length of the value 8 │ end, wall clock ms, or 0: 8 │ length of the key 4 │ (end of slot)
/// ```
record Label(Key key, long version, long length, long endsAtMillis) {
    private static final long MARK = 0x31706573_65726f66L;
    private static final int FIXED_BYTES = 36;
    /// The longest label.
    static final int MAX_BYTES = FIXED_BYTES + Key.MAX_BYTES;

    /// Bytes of the label of such a key.
    static int bytes(int keyBytes) {
        return FIXED_BYTES + keyBytes;
    }

    byte[] encode() {
        byte[] name = key.bytes();
        return ByteBuffer.allocate(bytes(name.length))
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(name)
                .putLong(MARK)
                .putLong(version)
                .putLong(length)
                .putLong(endsAtMillis)
                .putInt(name.length)
                .array();
    }

    /// The label at the end of a slot, if there is one.
    static Optional<Label> decode(MemorySegment slot) {
        long tail = Math.min(MAX_BYTES, slot.byteSize());
        byte[] end = slot.asSlice(slot.byteSize() - tail, tail).toArray(ValueLayout.JAVA_BYTE);
        ByteBuffer fields = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
        int fixed = end.length - FIXED_BYTES;
        int keyBytes = fields.getInt(end.length - Integer.BYTES);
        if (fixed < 0 || fields.getLong(fixed) != MARK || keyBytes < 0 || keyBytes > fixed) {
            return Optional.empty();
        }
        byte[] name = new byte[keyBytes];
        fields.get(fixed - keyBytes, name);
        return Optional.of(new Label(
                new Key(name), fields.getLong(fixed + 8), fields.getLong(fixed + 16), fields.getLong(fixed + 24)));
    }
}
