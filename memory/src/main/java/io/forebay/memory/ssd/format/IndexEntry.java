package io.forebay.memory.ssd.format;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;

/// Where a record is, as a footer lists it and an index keeps it.
///
/// @param offset of its head in its file
/// @param headBytes of its head, whole pages
public record IndexEntry(NamespaceLayout home, BlockHash hash, long sequence, long offset, int headBytes) {
    public BlockKey key() {
        return new BlockKey(home.namespace(), hash);
    }

    /// Bytes of the block, without what fills the last page.
    public long bodyBytes() {
        return home.layout().blockBytes();
    }

    /// Bytes of head and body in the file.
    public long totalBytes() {
        return headBytes + SsdFormat.pages(bodyBytes());
    }

    public long endOffset() {
        return offset + totalBytes();
    }
}
