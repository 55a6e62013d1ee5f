package io.forebay.memory.ssd.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A directory that fails when it is told to: the next so many reads, writes or creations, or all until told
/// otherwise; and whose I/O can be held up.
public final class FaultyDirectory implements LogDirectory {
    public static final int ALWAYS = Integer.MAX_VALUE;

    private final LogDirectory real;
    public final AtomicInteger failReads = new AtomicInteger();
    public final AtomicInteger failWrites = new AtomicInteger();
    public final AtomicInteger noRoomForWrites = new AtomicInteger();
    public final AtomicInteger noRoomForFiles = new AtomicInteger();
    public final AtomicInteger failSyncs = new AtomicInteger();
    public final AtomicInteger failDeletes = new AtomicInteger();
    public final AtomicInteger failLists = new AtomicInteger();
    public final AtomicInteger syncs = new AtomicInteger();
    public volatile long mostUsableBytes = Long.MAX_VALUE;
    private volatile @Nullable CountDownLatch readStall;
    private volatile @Nullable CountDownLatch writeStall;

    public FaultyDirectory(LogDirectory real) {
        this.real = real;
    }

    /// Reads hang until the latch opens, 30 s at most.
    public CountDownLatch stallReads() {
        CountDownLatch latch = new CountDownLatch(1);
        readStall = latch;
        return latch;
    }

    /// Writes hang until the latch opens, 30 s at most.
    public CountDownLatch stallWrites() {
        CountDownLatch latch = new CountDownLatch(1);
        writeStall = latch;
        return latch;
    }

    private static boolean takes(AtomicInteger fault) {
        return fault.getAndUpdate(left -> left == ALWAYS ? left : Math.max(0, left - 1)) > 0;
    }

    private static void fail(AtomicInteger fault) throws IOException {
        if (takes(fault)) {
            throw new IOException("Input/output error");
        }
    }

    private static void hang(@Nullable CountDownLatch stall) throws IOException {
        try {
            if (stall != null && !stall.await(30, TimeUnit.SECONDS)) {
                throw new IOException("stalled for 30 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void hold(String owner) throws IOException {
        real.hold(owner);
    }

    @Override
    public List<Listed> list() throws IOException {
        fail(failLists);
        return real.list();
    }

    @Override
    public BlockFile create(String name, long sizeBytes) throws IOException {
        if (takes(noRoomForFiles)) {
            throw new NoRoomException("No space left on device", null);
        }
        return new FaultyFile(real.create(name, sizeBytes));
    }

    @Override
    public BlockFile open(String name, boolean readOnly) throws IOException {
        return new FaultyFile(real.open(name, readOnly));
    }

    @Override
    public void delete(String name) throws IOException {
        fail(failDeletes);
        real.delete(name);
    }

    @Override
    public void sync() throws IOException {
        real.sync();
    }

    @Override
    public long usableBytes() throws IOException {
        return Math.min(mostUsableBytes, real.usableBytes());
    }

    @Override
    public boolean isDirect() {
        return real.isDirect();
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public void close() {
        real.close();
    }

    private final class FaultyFile implements BlockFile {
        private final BlockFile file;

        FaultyFile(BlockFile file) {
            this.file = file;
        }

        @Override
        public long read(long offset, ByteBuffer[] into) throws IOException {
            hang(readStall);
            fail(failReads);
            return file.read(offset, into);
        }

        @Override
        public long write(long offset, ByteBuffer[] from) throws IOException {
            hang(writeStall);
            fail(failWrites);
            if (takes(noRoomForWrites)) {
                throw new NoRoomException("No space left on device", null);
            }
            return file.write(offset, from);
        }

        @Override
        public long sizeBytes() throws IOException {
            return file.sizeBytes();
        }

        @Override
        public void truncate(long sizeBytes) throws IOException {
            file.truncate(sizeBytes);
        }

        @Override
        public void sync() throws IOException {
            hang(writeStall);
            fail(failSyncs);
            syncs.incrementAndGet();
            file.sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
