package io.forebay.memory.ssd.file;

import com.sun.nio.file.ExtendedOpenOption;
import io.forebay.memory.LockedFile;
import io.forebay.memory.PoolNative;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A directory on a disk.
public final class DiskDirectory implements LogDirectory {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final String PROBE = "forebay-probe.tmp";
    /// Holds the lock, and says whose the directory is.
    public static final String LOCK = "LOCK";

    /// How [#holder] ends when that node is running.
    public static final String IN_USE = " (in use)";

    /// How [#holder] begins.
    public static final String OWNER = "forebay ssd of ";
    private static final int MAX_BLOCK_BYTES = 4 << 10;

    private final Path directory;
    private final boolean direct;
    private @Nullable LockedFile lock;

    private DiskDirectory(Path directory, boolean direct) {
        this.directory = directory;
        this.direct = direct;
    }

    /// Tries out whether its file system takes O_DIRECT in units of 4 KiB; if not, I/O goes through the page
    /// cache.
    ///
    /// @param directory exists and is writable
    /// @param wantDirect false: the page cache is used in any case
    public static DiskDirectory open(Path directory, boolean wantDirect) throws IOException {
        return new DiskDirectory(directory, wantDirect && takesDirect(directory));
    }

    /// For looking only: nothing is tried out or written.
    public static DiskDirectory forReading(Path directory) {
        return new DiskDirectory(directory, false);
    }

    private static boolean takesDirect(Path directory) throws IOException {
        Path probe = directory.resolve(PROBE);
        long blockBytes = Files.getFileStore(directory).getBlockSize();
        Files.deleteIfExists(probe);
        try (FileChannel channel = FileChannel.open(
                probe, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT)) {
            return channel.isOpen() && blockBytes <= MAX_BLOCK_BYTES && MAX_BLOCK_BYTES % blockBytes == 0;
        } catch (IOException | UnsupportedOperationException e) {
            if (!Files.isWritable(directory)) {
                throw new IOException("cannot write to " + directory, e);
            }
            return false;
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    @Override
    public synchronized void hold(String owner) throws IOException {
        Path file = directory.resolve(LOCK);
        LockedFile held = LockedFile.tryHold(file, false).orElse(null);
        if (held == null) {
            String holder = LockedFile.saidIn(file).strip();
            throw new DirectoryTakenException(directory + " is in use by another process (" + holder + ")");
        }
        try {
            String before = LockedFile.saidIn(file).strip();
            String now = OWNER + owner;
            if (!before.isEmpty() && !before.equals(now)) {
                throw new DirectoryTakenException(directory + " belongs to another node (" + before + "), not to "
                        + owner + "; delete " + file + " to give it away with what it has");
            }
            held.say(now + "\n");
            lock = held;
        } finally {
            if (lock != held) {
                held.close();
            }
        }
    }

    /// Whose directory it is and whether that node is running, for people; empty if it has never been
    /// anybody's.
    public static String holder(Path directory) throws IOException {
        Path file = directory.resolve(LOCK);
        String said = LockedFile.saidIn(file).strip();
        return said.isEmpty() ? "" : said + (LockedFile.isHeld(file) ? IN_USE : "");
    }

    @Override
    public synchronized void close() {
        if (lock != null) {
            lock.close();
            lock = null;
        }
    }

    @Override
    public List<Listed> list() throws IOException {
        List<Listed> listed = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                try {
                    listed.add(new Listed(file.getFileName().toString(), Files.size(file)));
                } catch (NoSuchFileException e) {
                    // It has gone since: beside a running node files come and go.
                }
            }
        }
        return listed;
    }

    @Override
    public BlockFile create(String name, long sizeBytes) throws IOException {
        Path file = directory.resolve(name);
        Files.createFile(file, OWNER_ONLY);
        int error = -1;
        try {
            error = PoolNative.allocate(file, sizeBytes);
            if (PoolNative.isNoRoom(error)) {
                throw new NoRoomException("no room in " + directory + " for a file of " + sizeBytes + " bytes", null);
            }
            if (error != 0) {
                throw new IOException("cannot allocate " + sizeBytes + " bytes for " + file + ": error " + error);
            }
            return open(name, false);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    @Override
    public BlockFile open(String name, boolean readOnly) throws IOException {
        Path file = directory.resolve(name);
        OpenOption[] options = Stream.of(
                        Stream.of(StandardOpenOption.READ),
                        readOnly ? Stream.<OpenOption>empty() : Stream.of(StandardOpenOption.WRITE),
                        direct ? Stream.of(ExtendedOpenOption.DIRECT) : Stream.<OpenOption>empty())
                .flatMap(option -> option)
                .toArray(OpenOption[]::new);
        return ChannelFile.open(file, options);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public long usableBytes() throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    @Override
    public boolean isDirect() {
        return direct;
    }

    @Override
    public String name() {
        return directory.toString();
    }
}
