package io.forebay.memory.ssd.format;

import java.nio.BufferUnderflowException;
import java.util.Optional;

/// The first page of a file. Payload: the owner (2-byte length and UTF-8), the size that the file was given (8
/// bytes).
///
/// @param owner the node that wrote it
/// @param sizeBytes that the file had while it was written to
public record FileHead(String owner, long sizeBytes) {
    /// The bytes of the page.
    public byte[] encode(FileId file) {
        byte[] payload = new FieldWriter().text(owner).u64(sizeBytes).toBytes();
        return Item.encode(ItemKind.FILE_HEAD, new ItemPlace(file, 0), 0, 0, payload);
    }

    /// Empty if the item is something else.
    public static Optional<FileHead> of(Item item) {
        if (item.kind() != ItemKind.FILE_HEAD) {
            return Optional.empty();
        }
        try {
            FieldReader fields = new FieldReader(item.payload());
            return Optional.of(new FileHead(fields.text(), fields.u64()));
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }
}
