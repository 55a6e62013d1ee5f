package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.file.StagingSlab;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.log.FileInspector;
import io.forebay.memory.ssd.log.FoundFile;
import io.forebay.memory.ssd.log.UnknownFormatException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a device has at a start. Files of ours that are of no use are removed, a footer is read where there is
/// one, and names that are not ours are left alone. Blocks; for a platform thread.
final class DeviceStart {
    /// A file that was there, open.
    record Opened(FoundFile found, BlockFile file) {}

    private final LogDirectory directory;
    private final MemorySegment staging;
    private final List<Opened> opened = new ArrayList<>();
    private final List<LogDirectory.Listed> unreadable = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private DeviceStart(LogDirectory directory, MemorySegment staging) {
        this.directory = directory;
        this.staging = staging;
    }

    /// Looks at all files.
    ///
    /// @throws UnknownFormatException when another build's format is among them
    static DeviceStart look(LogDirectory directory, StagingSlab slab) throws IOException {
        MemorySegment staging = slab.take();
        DeviceStart start = new DeviceStart(directory, staging);
        try {
            for (LogDirectory.Listed listed : directory.list()) {
                start.look(listed);
            }
            return start;
        } catch (IOException | RuntimeException e) {
            start.close();
            throw e;
        } finally {
            slab.give(staging);
        }
    }

    List<Opened> opened() {
        return opened;
    }

    /// What was odd, for people.
    List<String> notes() {
        return notes;
    }

    /// Log files that the device cannot read; they are left where they are.
    List<LogDirectory.Listed> unreadable() {
        return unreadable;
    }

    /// Sizes of all files.
    long takenBytes() {
        return opened.stream().mapToLong(each -> each.found.sizeBytes()).sum()
                + unreadable.stream().mapToLong(each -> each.sizeBytes()).sum();
    }

    private void look(LogDirectory.Listed listed) throws IOException {
        String name = listed.name();
        Optional<FileId> id = FileId.parse(name);
        if (id.isPresent()) {
            open(id.get(), listed);
        } else if (FileId.isOurs(name)) {
            directory.delete(name);
            notes.add(name + " is a left-over and was removed");
        }
    }

    private void open(FileId id, LogDirectory.Listed listed) throws IOException {
        BlockFile file = directory.open(id.fileName(), false);
        try {
            FoundFile found = new FileInspector(file, id, staging).index();
            found.damage().forEach(line -> notes.add(id.fileName() + ": " + line));
            opened.add(new Opened(found, file));
        } catch (UnknownFormatException e) {
            file.close();
            throw e;
        } catch (IOException e) {
            // The device reads badly here; its other files may be good. This one is left for people to look at.
            file.close();
            unreadable.add(listed);
            notes.add(id.fileName() + " cannot be read: " + e.getMessage());
        }
    }

    void close() {
        for (Opened each : opened) {
            try {
                each.file.close();
            } catch (IOException e) {
                notes.add(each.found.id().fileName() + " cannot be closed: " + e.getMessage());
            }
        }
    }
}
