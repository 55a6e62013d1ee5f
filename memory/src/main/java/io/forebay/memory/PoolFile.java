package io.forebay.memory;

import io.forebay.memory.backing.Backing;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Pool files on disk: their names, their creation, and the removal of those that a killed node left behind.
final class PoolFile {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PoolFile() {}

    static Path path(Path directory, String nodeName, long boot) {
        return directory.toAbsolutePath().resolve("forebay-" + FileNames.safe(nodeName) + "-" + boot + ".pool");
    }

    /// How a pool in that directory is to be backed.
    static Backing backing(PoolSettings settings) throws IOException {
        Path directory = settings.directory();
        if (!Files.isDirectory(directory)) {
            throw new IOException("there is no directory for the pool: " + directory);
        }
        return Backing.choose(settings.backing(), directory);
    }

    /// Creates the file, empty, if there is room for `sizeBytes`.
    static void create(Path file, long sizeBytes) throws IOException {
        try {
            FileChannel.open(
                            file,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                            OWNER_ONLY)
                    .close();
        } catch (FileAlreadyExistsException e) {
            throw new IOException("the pool file " + file + " is there already: is this node running twice?", e);
        } catch (IOException e) {
            throw new IOException("cannot create the pool file " + file + ": " + e, e);
        }
        try {
            // Before anything is taken: to find out by taking would leave others on the disk without room meanwhile.
            // A hugetlbfs does not say what it has.
            FileStore store = Files.getFileStore(file);
            long freeBytes = store.getUsableSpace();
            if (sizeBytes > freeBytes && !store.type().equals("hugetlbfs")) {
                throw noRoom(file, sizeBytes, freeBytes);
            }
            if (store.type().equals("tmpfs")) {
                SystemMemory.requireRoomFor(sizeBytes, file, SystemMemory.availableBytes());
            }
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /// Gives the file all the memory that it does not have yet.
    ///
    /// @param freeBytes what its directory had before
    static void allocate(Path file, long sizeBytes, long freeBytes) throws IOException {
        int error = PoolNative.allocate(file, sizeBytes);
        if (PoolNative.isNoRoom(error)) {
            throw noRoom(file, sizeBytes, freeBytes);
        }
        if (error != 0) {
            throw new IOException("cannot allocate " + sizeBytes + " bytes for " + file + ": error number " + error);
        }
    }

    private static IOException noRoom(Path file, long sizeBytes, long freeBytes) {
        return new IOException("no room for the pool in " + file.getParent() + ": asked for " + sizeBytes + " bytes, "
                + freeBytes + " are free");
    }

    /// Deletes the lock files that are named after a pool file.
    static void removeLocks(Path pool) throws IOException {
        String name = String.valueOf(pool.getFileName());
        String stem = name.substring(0, name.lastIndexOf('.') + 1);
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(pool.resolveSibling(""), stem + "*.lock")) {
            for (Path lock : locks) {
                Files.deleteIfExists(lock);
            }
        }
    }

    /// Also the lock files of engines that earlier boots had.
    static List<Path> removeOrphans(Path directory, String nodeName, long currentBoot) throws IOException {
        Pattern own = Pattern.compile(
                "forebay-" + Pattern.quote(FileNames.safe(nodeName)) + "-(\\d{1,18})\\.(pool|[0-9a-f]+\\.lock)");
        List<Path> removed = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                Matcher name = own.matcher(file.getFileName().toString());
                if (name.matches() && Long.parseLong(name.group(1)) < currentBoot && Files.deleteIfExists(file)) {
                    removed.add(file);
                }
            }
        }
        return removed;
    }
}
