package io.forebay.memory;

import io.forebay.memory.backing.ArenaRange;
import io.forebay.memory.backing.Backing;
import io.forebay.memory.backing.BackingReport;
import io.forebay.memory.backing.PageKind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Gives a fresh pool file its memory. The order matters: a page that is there stays where and as small as it
/// is, so the kernel hears first from which node and how large pages are wanted, then brings them, and only
/// then is the file allocated to its end, which brings what is missing or says that there is no room.
///
/// @param path an empty file
/// @param arenas of the data area
record PoolMemory(PoolSettings settings, PoolHead head, Path path, Backing backing, List<ArenaRange> arenas) {

    /// Maps the file, and returns when every page is there, and touched unless the settings leave that to the
    /// first use.
    ///
    /// @throws IOException when there is no room, or what is demanded cannot be had
    BackingReport fill(MemorySegment file) throws IOException {
        MemorySegment data = file.asSlice(head.dataOffset());
        long freeBytes = Files.getFileStore(path).getUsableSpace();
        backing.ask(file, data, arenas);
        Prefault.ask(file, backing.pages(), settings.prefaultThreads());
        PoolFile.allocate(path, head.fileBytes(), freeBytes);
        Prefault.touch(data, settings.prefaultThreads());
        boolean touched = settings.prefaultThreads() > 0 || backing.pages() == PageKind.HUGETLB;
        backing.lock(file, !touched);
        return backing.report(file, data, arenas);
    }
}
