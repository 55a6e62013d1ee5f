package io.forebay.memory.ssd.look;

import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.DiskDirectory;
import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.file.StagingSlab;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.SsdFormat;
import io.forebay.memory.ssd.log.FileInspector;
import io.forebay.memory.ssd.log.FoundFile;
import io.forebay.memory.ssd.log.UnknownFormatException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/// What one device's directory has. A node may have it at the same time: then files may come and go meanwhile, and a
/// file without a footer may end in a write that is under way.
///
/// @param holder whose it is and whether that node is running, for people; empty if it says nothing
/// @param files in the order of their numbers
/// @param records that count, in the order in which they lie on the device
public record DirectoryLook(String holder, boolean inUse, List<FileLook> files, List<LiveRecord> records) {
    public DirectoryLook {
        files = List.copyOf(files);
        records = List.copyOf(records);
    }

    /// Looks at all files. Blocks for as long as reading takes.
    ///
    /// @param everyByte reads and verifies everything; else footers only, and whole those files that have none
    /// @param looked hears after each file how many of how many are done
    /// @throws NotDirectoryException when it isn't a directory
    /// @throws UnknownFormatException when another build wrote a file
    /// @throws IOException when the directory is none of ours, or may not be read
    public static DirectoryLook of(Path directory, boolean everyByte, BiConsumer<Integer, Integer> looked)
            throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory + " is not a directory");
        }
        DiskDirectory files = DiskDirectory.forReading(directory);
        List<FileId> ids = files.list().stream()
                .map(LogDirectory.Listed::name)
                .flatMap(name -> FileId.parse(name).stream())
                .toList();
        String holder = DiskDirectory.holder(directory);
        if (ids.isEmpty() && !holder.startsWith(DiskDirectory.OWNER)) {
            throw new IOException(directory + " is not the directory of an SSD device: it has neither a "
                    + DiskDirectory.LOCK + " of ours nor a log file");
        }
        return new Looking(files, holder, everyByte).at(ids, looked);
    }

    /// Bytes that all files take.
    public long sizeBytes() {
        return files.stream().mapToLong(FileLook::sizeBytes).sum();
    }

    /// Bytes of the records that count.
    public long liveBytes() {
        return files.stream().mapToLong(FileLook::liveBytes).sum();
    }

    public boolean isDamaged() {
        return files.stream().anyMatch(each -> !each.damage().isEmpty());
    }

    /// Looks at files one after the other. One thread.
    static final class Looking {
        private final LogDirectory directory;
        private final String holder;
        private final boolean everyByte;
        private final boolean inUse;

        /// A file and what it has, or why that cannot be said.
        private record Seen(FileId id, Optional<FoundFile> found, String failure) {}

        Looking(LogDirectory directory, String holder, boolean everyByte) {
            this.directory = directory;
            this.holder = holder;
            this.everyByte = everyByte;
            this.inUse = holder.endsWith(DiskDirectory.IN_USE);
        }

        DirectoryLook at(List<FileId> ids, BiConsumer<Integer, Integer> looked) throws IOException {
            List<Seen> all = new ArrayList<>();
            LiveRecords live = new LiveRecords();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment staging = arena.allocate(StagingSlab.BUFFER_BYTES, SsdFormat.PAGE_BYTES);
                for (int i = 0; i < ids.size(); i++) {
                    Optional<Seen> seen = at(ids.get(i), staging);
                    seen.flatMap(Seen::found).ifPresent(live::add);
                    seen.ifPresent(all::add);
                    looked.accept(i + 1, ids.size());
                }
            }
            List<LiveRecord> records = live.all();
            Map<String, List<LiveRecord>> byFile = records.stream().collect(Collectors.groupingBy(LiveRecord::file));
            List<FileLook> files = all.stream()
                    .map(each -> look(each, byFile.getOrDefault(each.id.fileName(), List.of())))
                    .toList();
            return new DirectoryLook(holder, inUse, files, records);
        }

        /// Empty if the file has gone since it was listed: its room may be another file's by now.
        private Optional<Seen> at(FileId id, MemorySegment staging) throws IOException {
            try (BlockFile file = directory.open(id.fileName(), true)) {
                FileInspector inspector = new FileInspector(file, id, staging);
                FoundFile found = everyByte ? inspector.everyByte() : inspector.index();
                return seen(id, Optional.of(found), "");
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (UnknownFormatException | AccessDeniedException e) {
                throw e;
            } catch (IOException e) {
                return seen(id, Optional.empty(), "cannot be read: " + e.getMessage());
            }
        }

        private Optional<Seen> seen(FileId id, Optional<FoundFile> found, String failure) {
            return directory.has(id.fileName()) ? Optional.of(new Seen(id, found, failure)) : Optional.empty();
        }

        private FileLook look(Seen seen, List<LiveRecord> live) {
            long bytes =
                    live.stream().mapToLong(each -> each.entry().totalBytes()).sum();
            List<String> wrong = seen.found.map(FoundFile::damage).orElse(List.of(seen.failure));
            boolean mayBePending =
                    inUse && seen.found.isPresent() && !seen.found.get().footed();
            return new FileLook(
                    seen.id.fileName(),
                    seen.found,
                    live.size(),
                    bytes,
                    mayBePending ? List.of() : wrong,
                    mayBePending ? wrong : List.of());
        }
    }
}
