package io.forebay.memory.ssd.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// A directory whose files never do more than a few bytes at a time.
public record ShortIoDirectory(LogDirectory real, int mostBytes) implements LogDirectory {
    @Override
    public void hold(String owner) throws IOException {
        real.hold(owner);
    }

    @Override
    public void close() {
        real.close();
    }

    @Override
    public List<Listed> list() throws IOException {
        return real.list();
    }

    @Override
    public boolean has(String name) {
        return real.has(name);
    }

    @Override
    public BlockFile create(String name, long sizeBytes) throws IOException {
        return new ShortFile(real.create(name, sizeBytes), mostBytes);
    }

    @Override
    public BlockFile open(String name, boolean readOnly) throws IOException {
        return new ShortFile(real.open(name, readOnly), mostBytes);
    }

    @Override
    public void delete(String name) throws IOException {
        real.delete(name);
    }

    @Override
    public void recycle(String name) throws IOException {
        real.recycle(name);
    }

    @Override
    public void sync() throws IOException {
        real.sync();
    }

    @Override
    public long usableBytes() throws IOException {
        return real.usableBytes();
    }

    @Override
    public boolean isDirect() {
        return real.isDirect();
    }

    @Override
    public String name() {
        return real.name();
    }

    interface Io {
        long run(ByteBuffer[] one) throws IOException;
    }

    /// Does it with so many bytes of what is next only.
    static long limited(ByteBuffer[] all, int mostBytes, Io io) throws IOException {
        for (ByteBuffer each : all) {
            if (each.hasRemaining()) {
                int limit = each.limit();
                each.limit(Math.min(limit, each.position() + mostBytes));
                try {
                    return io.run(new ByteBuffer[] {each});
                } finally {
                    each.limit(limit);
                }
            }
        }
        return 0;
    }

    private record ShortFile(BlockFile real, int mostBytes) implements BlockFile {
        @Override
        public long read(long offset, ByteBuffer[] into) throws IOException {
            return limited(into, mostBytes, one -> real.read(offset, one));
        }

        @Override
        public long write(long offset, ByteBuffer[] from) throws IOException {
            return limited(from, mostBytes, one -> real.write(offset, one));
        }

        @Override
        public long sizeBytes() throws IOException {
            return real.sizeBytes();
        }

        @Override
        public void truncate(long sizeBytes) throws IOException {
            real.truncate(sizeBytes);
        }

        @Override
        public void sync() throws IOException {
            real.sync();
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }
}
