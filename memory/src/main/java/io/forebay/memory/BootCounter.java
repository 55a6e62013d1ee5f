package io.forebay.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/// A node's count of its own starts, in a directory that it holds for itself while it lives. Two processes can
/// never have the same node name and boot, as long as they use the same directory.
///
/// Files: `<node>.boot` with the last boot, `<node>.lock` with the lock. Safe from any thread.
public final class BootCounter implements AutoCloseable {
    private static final Pattern LINE = Pattern.compile("forebay boot (\\d{1,18}) ([0-9a-f]{8})\n");
    private static final int MAX_FILE_BYTES = 64;

    private final LockedFile lock;
    private final long boot;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private BootCounter(LockedFile lock, long boot) {
        this.lock = lock;
        this.boot = boot;
    }

    /// Locks the directory for this node, creating it where needed, and counts one more boot. The new number is on
    /// disk before this returns.
    ///
    /// @throws IOException when another process has the directory, it isn't writable, or its counter is damaged
    ///     (then an operator decides: a lower number would be refused by the master)
    public static BootCounter open(Path directory, String nodeName) throws IOException {
        String name = FileNames.safe(nodeName);
        LockedFile lock = lock(directory, name);
        try {
            Path file = directory.resolve(name + ".boot");
            long boot = (Files.exists(file) ? read(file) : 0) + 1;
            write(file, boot);
            return new BootCounter(lock, boot);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /// The number of this start: 1 for a node's first.
    public long boot() {
        return boot;
    }

    /// Lets another process have the directory. Closing again does nothing.
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            lock.close();
        }
    }

    private static LockedFile lock(Path directory, String name) throws IOException {
        try {
            Files.createDirectories(directory);
            return LockedFile.tryHold(directory.resolve(name + ".lock"), false)
                    .orElseThrow(() -> new IOException("it is in use by another process (node " + name + ")"));
        } catch (IOException e) {
            throw new IOException("cannot use the node's directory " + directory + ": " + e.getMessage(), e);
        }
    }

    private static long read(Path file) throws IOException {
        String text = Files.size(file) > MAX_FILE_BYTES ? "" : Files.readString(file, StandardCharsets.ISO_8859_1);
        Matcher line = LINE.matcher(text);
        if (line.matches()) {
            long boot = Long.parseLong(line.group(1));
            if (text.equals(line(boot))) {
                return boot;
            }
        }
        throw new IOException("the boot counter " + file + " is damaged; it should read: forebay boot N CHECKSUM");
    }

    private static void write(Path file, long boot) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(line(boot).getBytes(StandardCharsets.ISO_8859_1));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private static String line(long boot) {
        String said = "forebay boot " + boot;
        CRC32C checksum = new CRC32C();
        checksum.update(said.getBytes(StandardCharsets.ISO_8859_1));
        return "%s %08x\n".formatted(said, checksum.getValue());
    }
}
