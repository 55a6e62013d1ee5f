package io.forebay.memory.ssd.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/// A file over [FileChannel]s. A channel scatters and gathers at its own position only, so each I/O of several
/// buffers has a channel to itself: one that is idle, or a new one. As many stay open as were ever used at one
/// time, up to a few.
final class ChannelFile implements BlockFile {
    private static final int MAX_IDLE = 8;

    private final Path path;
    private final OpenOption[] options;
    private final FileChannel first;
    private final Deque<FileChannel> idle = new ArrayDeque<>();
    private boolean closed;

    private ChannelFile(Path path, OpenOption[] options, FileChannel first) {
        this.path = path;
        this.options = options;
        this.first = first;
    }

    static ChannelFile open(Path path, OpenOption... options) throws IOException {
        return new ChannelFile(path, options, FileChannel.open(path, options));
    }

    @Override
    public long read(long offset, ByteBuffer[] into) throws IOException {
        if (into.length == 1) {
            return first.read(into[0], offset);
        }
        FileChannel channel = take();
        try {
            return channel.position(offset).read(into);
        } finally {
            give(channel);
        }
    }

    @Override
    public long write(long offset, ByteBuffer[] from) throws IOException {
        try {
            if (from.length == 1) {
                return first.write(from[0], offset);
            }
            FileChannel channel = take();
            try {
                return channel.position(offset).write(from);
            } finally {
                give(channel);
            }
        } catch (IOException e) {
            throw isNoRoom(e) ? new NoRoomException("no room: " + path, e) : e;
        }
    }

    /// The JDK gives the system's words only. Where they are in another language, a file system without a page
    /// left says the same.
    private boolean isNoRoom(IOException e) throws IOException {
        String said = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return said.contains("no space left")
                || said.contains("quota exceeded")
                || Files.getFileStore(path).getUsableSpace() == 0;
    }

    private FileChannel take() throws IOException {
        synchronized (idle) {
            FileChannel channel = idle.poll();
            if (channel != null) {
                return channel;
            }
        }
        return FileChannel.open(path, options);
    }

    private void give(FileChannel channel) throws IOException {
        synchronized (idle) {
            if (!closed && channel.isOpen() && idle.size() < MAX_IDLE) {
                idle.push(channel);
                return;
            }
        }
        channel.close();
    }

    @Override
    public long sizeBytes() throws IOException {
        return first.size();
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
        first.truncate(sizeBytes);
    }

    /// Of the whole file: it does not matter which channel wrote.
    @Override
    public void sync() throws IOException {
        first.force(false);
    }

    @Override
    public void close() throws IOException {
        synchronized (idle) {
            closed = true;
            for (FileChannel channel = idle.poll(); channel != null; channel = idle.poll()) {
                channel.close();
            }
        }
        first.close();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
