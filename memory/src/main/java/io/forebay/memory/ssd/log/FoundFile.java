package io.forebay.memory.ssd.log;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.format.FileContents;
import io.forebay.memory.ssd.format.FileHead;
import io.forebay.memory.ssd.format.FileId;
import java.util.List;
import java.util.Optional;

/// What a file that was there at a start turned out to have.
///
/// @param head empty if its first page is damaged
/// @param footed whether it ends with a good footer and trailer
/// @param contents the good records and the tombstones
/// @param corrupt records that can be named but not read: torn at the end, or damaged
/// @param endOffset behind the last item; what follows may be cut off
/// @param damage what is wrong, for people; a torn end is among it
public record FoundFile(
        FileId id,
        long sizeBytes,
        Optional<FileHead> head,
        boolean footed,
        FileContents contents,
        List<BlockKey> corrupt,
        long endOffset,
        List<String> damage) {
    public FoundFile {
        corrupt = List.copyOf(corrupt);
        damage = List.copyOf(damage);
    }

    /// True if nothing in it is of use.
    public boolean isEmpty() {
        return contents.records().isEmpty() && contents.tombstones().isEmpty();
    }
}
