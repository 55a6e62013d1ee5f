package io.forebay.cli.doctor;

import com.sun.nio.file.ExtendedOpenOption;
import io.forebay.cli.doctor.Host.Disk;
import io.forebay.cli.doctor.Host.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Looks at a directory, and measures its disk by writing and reading a file that has lost its name before the first
/// byte: the system frees it however this process ends. Writes [#MOST_BYTES] and takes [#MOST_NANOS] each way, at
/// most, and never more than a quarter of what is free.
final class DiskProbe {
    static final long MOST_BYTES = 64L << 20;
    static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);

    private static final int STEP_BYTES = 1 << 20;
    private static final int ALIGNMENT = 4_096;
    private static final int MOST_FILES = 100_000;

    private DiskProbe() {}

    /// What can be said of a directory that may not be there yet: then of the one in which it would be made.
    static Volume volume(Path directory) {
        Path there = directory.toAbsolutePath().normalize();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        try {
            FileStore store = Files.getFileStore(there);
            return new Volume(
                    directory, tryToWrite(there), store.type(), store.getUsableSpace(), store.getTotalSpace());
        } catch (IOException unreadable) {
            return new Volume(directory, why(unreadable), "?", 0, 0);
        }
    }

    private static String tryToWrite(Path there) {
        if (!Files.isDirectory(there)) {
            return there + " is no directory";
        }
        try (FileChannel file = nameless(there, false)) {
            file.write(ByteBuffer.wrap(new byte[ALIGNMENT]));
            return "";
        } catch (IOException refused) {
            return "nothing can be written in " + there + ": " + why(refused);
        }
    }

    /// The same, with speeds.
    static Disk disk(Path directory) {
        Volume volume = volume(directory);
        long own = ownBytes(directory);
        if (!volume.problem().isEmpty()) {
            return new Disk(volume, own, false, 0, 0);
        }
        Path there = Files.isDirectory(directory)
                ? directory
                : directory.toAbsolutePath().normalize().getParent();
        while (there != null && !Files.isDirectory(there)) {
            there = there.getParent();
        }
        return there == null ? new Disk(volume, own, false, 0, 0) : measured(volume, own, there);
    }

    private static Disk measured(Volume volume, long own, Path there) {
        long bytes = Math.min(MOST_BYTES, volume.freeBytes() / 4) / STEP_BYTES * STEP_BYTES;
        boolean direct = true;
        FileChannel file;
        try {
            file = nameless(there, true);
        } catch (IOException | UnsupportedOperationException throughTheCache) {
            direct = false;
            try {
                file = nameless(there, false);
            } catch (IOException refused) {
                return new Disk(with(volume, why(refused)), own, false, 0, 0);
            }
        }
        try (FileChannel open = file) {
            return rates(volume, own, direct, open, bytes);
        } catch (IOException failed) {
            return new Disk(with(volume, "writing failed: " + why(failed)), own, direct, 0, 0);
        }
    }

    private static Disk rates(Volume volume, long own, boolean direct, FileChannel file, long bytes)
            throws IOException {
        ByteBuffer step = ByteBuffer.allocateDirect(STEP_BYTES + ALIGNMENT).alignedSlice(ALIGNMENT);
        step.limit(STEP_BYTES);
        long start = System.nanoTime();
        long written = 0;
        while (written < bytes && System.nanoTime() - start < MOST_NANOS) {
            step.rewind();
            written += file.write(step, written);
        }
        file.force(false);
        double writeRate = rate(written, System.nanoTime() - start);
        start = System.nanoTime();
        long read = 0;
        while (read < written && System.nanoTime() - start < MOST_NANOS) {
            step.rewind();
            int got = file.read(step, read);
            if (got <= 0) {
                break;
            }
            read += got;
        }
        return new Disk(volume, own, direct, writeRate, rate(read, System.nanoTime() - start));
    }

    private static double rate(long bytes, long nanos) {
        return bytes == 0 ? 0 : bytes * 1e9 / Math.max(1, nanos);
    }

    private static Volume with(Volume volume, String problem) {
        return new Volume(volume.directory(), problem, volume.type(), volume.freeBytes(), volume.totalBytes());
    }

    /// A new file that is open and has no name any more.
    private static FileChannel nameless(Path directory, boolean direct) throws IOException {
        Path name =
                directory.resolve(".forebay-doctor-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
        Set<OpenOption> usual =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Set<OpenOption> options = new java.util.HashSet<>(usual);
        if (direct) {
            options.add(ExtendedOpenOption.DIRECT);
        }
        try {
            return FileChannel.open(name, options);
        } finally {
            Files.deleteIfExists(name);
        }
    }

    private static long ownBytes(Path directory) {
        long bytes = 0;
        int seen = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (++seen > MOST_FILES) {
                    break;
                }
                bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException none) {
            return bytes;
        }
        return bytes;
    }

    private static String why(IOException failed) {
        String message = String.valueOf(failed.getMessage());
        return switch (failed) {
            case java.nio.file.AccessDeniedException _ -> "access is denied: " + message;
            case java.nio.file.NoSuchFileException _ -> "not there: " + message;
            default -> message;
        };
    }
}
