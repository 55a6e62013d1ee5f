package io.forebay.memory.ssd.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The kinds of items, each known by the eight letters that its head starts with.
public enum ItemKind {
    /// The first page of a file.
    FILE_HEAD("FOREBAYH"),
    /// A block: its head, then its slots' bytes.
    RECORD("FOREBAYR"),
    /// Names of records that are dropped.
    TOMBSTONES("FOREBAYT"),
    /// Lists the records and tombstones of its file.
    FOOTER("FOREBAYF"),
    /// The last page of a file; says where the footer is.
    TRAILER("FOREBAYE");

    private final long magic;

    ItemKind(String letters) {
        magic = ByteBuffer.wrap(letters.getBytes(StandardCharsets.US_ASCII))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    long magic() {
        return magic;
    }

    static Optional<ItemKind> of(long magic) {
        for (ItemKind kind : values()) {
            if (kind.magic == magic) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
