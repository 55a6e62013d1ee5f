package io.forebay.memory.ssd.file;

import com.sun.nio.file.ExtendedOpenOption;
import io.forebay.memory.LockedFile;
import io.forebay.memory.PoolNative;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
///
/// It keeps the room of one file that was [recycled][#recycle] for the next one. To free a file's room and to take
/// it again costs a disk more than it seems: with `discard`, as many file systems are mounted, 60 ms for 256 MiB in
/// which the disk does nothing else. As the next file takes that room first, there is never more on the disk.
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
    /// What was recycled and waits to be a file again. Nothing else has this name.
    static final String SPARE = "forebay-spare.tmp";

    private static final int MAX_BLOCK_BYTES = 4 << 10;

    private final Path directory;
    private final boolean direct;
    private @Nullable LockedFile lock;
    /// Of [#SPARE]; 0 while there is none.
    private long spareBytes;

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
            dropSpare(); // of one that was killed
            lock = held;
        } finally {
            if (lock != held) {
                held.close();
            }
        }
    }

    @Override
    public boolean has(String name) {
        return Files.exists(directory.resolve(name));
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
            dropSpare();
            lock.close();
            lock = null;
        }
    }

    @Override
    public List<Listed> list() throws IOException {
        List<Listed> listed = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.equals(SPARE)) {
                    continue;
                }
                try {
                    listed.add(new Listed(name, Files.size(file)));
                } catch (NoSuchFileException e) {
                    // It has gone since: beside a running node files come and go.
                }
            }
        }
        return listed;
    }

    /// A directory of that name is not ours.
    private void dropSpare() {
        spareBytes = 0;
        try {
            if (!Files.isDirectory(directory.resolve(SPARE), LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(directory.resolve(SPARE));
            }
        } catch (IOException e) {
            return; // it takes room until the next one who holds the directory
        }
    }

    @Override
    public BlockFile create(String name, long sizeBytes) throws IOException {
        Path file = directory.resolve(name);
        if (!takeSpare(file, sizeBytes)) {
            Files.createFile(file, OWNER_ONLY);
        }
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

    /// The spare file gets that name, if there is one that is not too large. It has it for good before anything
    /// in it is written over: else a loss of power could bring back its old name, and a footer for what is gone.
    ///
    /// @return false if there is none; also if somebody has taken it away
    private synchronized boolean takeSpare(Path file, long sizeBytes) throws IOException {
        long bytes = spareBytes;
        if (bytes == 0 || bytes > sizeBytes) {
            dropSpare();
            return false;
        }
        spareBytes = 0;
        try {
            Files.move(directory.resolve(SPARE), file);
        } catch (IOException e) {
            return false;
        }
        sync();
        return true;
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
    public synchronized void recycle(String name) throws IOException {
        if (spareBytes > 0 || lock == null) {
            delete(name);
            return;
        }
        Path file = directory.resolve(name);
        try {
            long bytes = Files.size(file);
            Files.move(file, directory.resolve(SPARE));
            spareBytes = bytes;
        } catch (IOException e) {
            delete(name); // somebody else's file may have that name
        }
    }

    @Override
    public void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public synchronized long usableBytes() throws IOException {
        return Files.getFileStore(directory).getUsableSpace() + spareBytes;
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
