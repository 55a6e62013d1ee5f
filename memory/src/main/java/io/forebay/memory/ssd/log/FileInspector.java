package io.forebay.memory.ssd.log;

import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.WholeIo;
import io.forebay.memory.ssd.format.FileContents;
import io.forebay.memory.ssd.format.FileHead;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.Footer;
import io.forebay.memory.ssd.format.Item;
import io.forebay.memory.ssd.format.ItemPlace;
import io.forebay.memory.ssd.format.SsdFormat;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds out what a file has: from its footer, or, where there is none, by a [FileScan]. Changes nothing.
///
/// For one thread, with a staging buffer of its own.
public final class FileInspector {
    private final BlockFile file;
    private final FileId id;
    private final MemorySegment staging;

    public FileInspector(BlockFile file, FileId id, MemorySegment staging) {
        this.file = file;
        this.id = id;
        this.staging = staging;
    }

    /// Looks at the footer; reads everything only if there is none.
    ///
    /// @throws IOException also when a build wrote it whose format this one does not read
    public FoundFile index() throws IOException {
        return inspect(false);
    }

    /// Reads and verifies every byte, whatever the footer says.
    public FoundFile everyByte() throws IOException {
        return inspect(true);
    }

    private FoundFile inspect(boolean everyByte) throws IOException {
        long size = file.sizeBytes();
        List<String> damage = new ArrayList<>();
        Optional<FileHead> head = fileHead(size);
        if (head.isEmpty()) {
            damage.add("the file's head is damaged");
        }
        Optional<FileContents> footer = footer(size);
        if (footer.isPresent() && !everyByte) {
            return new FoundFile(id, size, head, true, footer.get(), List.of(), size, damage);
        }
        FileScan scan = new FileScan(file, id, size, staging, damage);
        scan.run();
        footer.ifPresent(contents -> missing(contents, scan, damage));
        return new FoundFile(
                id, size, head, footer.isPresent(), scan.contents(), scan.corrupt(), scan.endOffset(), damage);
    }

    private static void missing(FileContents footer, FileScan scan, List<String> damage) {
        Set<Long> good =
                scan.contents().records().stream().map(each -> each.offset()).collect(Collectors.toSet());
        footer.records().stream()
                .filter(each -> !good.contains(each.offset()))
                .forEach(each -> damage.add("the footer's record at " + each.offset() + " cannot be read"));
    }

    private Optional<FileHead> fileHead(long size) throws IOException {
        if (size < SsdFormat.PAGE_BYTES) {
            return Optional.empty();
        }
        byte[] page = read(0, SsdFormat.PAGE_BYTES);
        int version = Item.versionOf(page);
        if (version != SsdFormat.VERSION) {
            throw new UnknownFormatException(id.fileName() + " has format " + version + "; this build reads "
                    + SsdFormat.VERSION + " only; use the build that wrote it, or empty the directory");
        }
        return Item.decode(page, new ItemPlace(id, 0)).flatMap(FileHead::of);
    }

    private Optional<FileContents> footer(long size) throws IOException {
        long trailer = size - SsdFormat.PAGE_BYTES;
        if (size % SsdFormat.PAGE_BYTES != 0 || trailer < 2 * SsdFormat.PAGE_BYTES) {
            return Optional.empty();
        }
        Optional<Long> at = Item.decode(read(trailer, SsdFormat.PAGE_BYTES), new ItemPlace(id, trailer))
                .flatMap(Footer::footerOffset)
                .filter(offset ->
                        offset >= SsdFormat.PAGE_BYTES && offset < trailer && offset % SsdFormat.PAGE_BYTES == 0);
        if (at.isEmpty()) {
            return Optional.empty();
        }
        long offset = at.get();
        byte[] first = read(offset, SsdFormat.PAGE_BYTES);
        boolean fits = Item.headBytes(ByteBuffer.wrap(first))
                .map(headBytes -> headBytes == trailer - offset)
                .orElse(false);
        return fits
                ? Item.decode(read(offset, (int) (trailer - offset)), new ItemPlace(id, offset))
                        .flatMap(item -> Footer.of(item, offset))
                : Optional.empty();
    }

    private byte[] read(long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            int piece = (int) Math.min(length - at, staging.byteSize());
            MemorySegment part = staging.asSlice(0, piece);
            try {
                WholeIo.read(file, offset + at, List.of(part));
            } catch (EOFException e) {
                return new byte[length];
            }
            MemorySegment.copy(part, ValueLayout.JAVA_BYTE, 0, bytes, at, piece);
            at += piece;
        }
        return bytes;
    }
}
