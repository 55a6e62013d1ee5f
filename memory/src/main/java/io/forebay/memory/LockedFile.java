package io.forebay.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A file that this process holds a lock on; the system drops the lock when the process ends, however it ends.
///
/// POSIX locks have a trap: a process that closes *any* descriptor of a file loses all its locks on it. So the
/// locked files of this process are in one register, and a file in it is never opened a second time here: a second
/// shared hold counts up on the first, and a question about it is answered from the register. Other code must leave
/// them alone.
///
/// Safe from any thread. The register is guarded by the class; nothing inside waits for a lock.
public final class LockedFile implements AutoCloseable {
    private static final long MAX_SAID_BYTES = 4_096;
    private static final Map<Path, LockedFile> HELD_HERE = new HashMap<>();

    private final Path key;
    private final FileChannel channel;
    private final boolean shared;
    private int uses = 1;

    private LockedFile(Path key, FileChannel channel, boolean shared) {
        this.key = key;
        this.channel = channel;
        this.shared = shared;
    }

    /// Locks the file, creating it where needed. Empty when somebody else holds it, here or in another process.
    public static synchronized Optional<LockedFile> tryHold(Path file, boolean shared) throws IOException {
        Path key = key(file);
        LockedFile held = HELD_HERE.get(key);
        if (held != null) {
            boolean joins = shared && held.shared;
            held.uses += joins ? 1 : 0;
            return joins ? Optional.of(held) : Optional.empty();
        }
        FileChannel channel =
                FileChannel.open(key, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            // Somebody who found the file unused may have deleted it before the lock was ours.
            locked = channel.tryLock(0, Long.MAX_VALUE, shared) != null && Files.exists(key);
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            return Optional.empty();
        }
        LockedFile fresh = new LockedFile(key, channel, shared);
        HELD_HERE.put(key, fresh);
        return Optional.of(fresh);
    }

    /// What its holder has written into the file, or the last one did; empty if nobody has, or there is no file.
    public static synchronized String saidIn(Path file) throws IOException {
        if (!Files.exists(file)) {
            return "";
        }
        LockedFile held = HELD_HERE.get(key(file));
        return held == null ? Files.readString(file) : held.read();
    }

    /// Through the channel that has the lock: to open and close another one would lose it.
    private String read() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(Math.min(channel.size(), MAX_SAID_BYTES)));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) > 0) {
            // More may come.
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    /// Replaces what the file says by `text`. Of the holder for itself.
    public void say(String text) throws IOException {
        synchronized (LockedFile.class) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            channel.truncate(0);
            long at = 0;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            channel.force(true);
        }
    }

    /// True if some process, or this one, holds a lock on it. A missing file is not held.
    ///
    /// @throws IOException when that cannot be found out
    public static synchronized boolean isHeld(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        Path key = key(file);
        if (HELD_HERE.containsKey(key)) {
            return true;
        }
        try (FileChannel channel = FileChannel.open(key, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.tryLock() == null;
        }
    }

    /// Gives back one use; with the last one the lock goes.
    @Override
    public void close() {
        synchronized (LockedFile.class) {
            uses--;
            if (uses > 0) {
                return;
            }
            HELD_HERE.remove(key);
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Path key(Path file) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        Path directory = absolute.getParent();
        Path name = absolute.getFileName();
        if (directory == null || name == null) {
            throw new IOException("not a file that can be locked: " + file);
        }
        return directory.toRealPath().resolve(name);
    }
}
