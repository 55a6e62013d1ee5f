package io.forebay.memory.ssd.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A directory that fails when it is told to: the next so many reads, writes or creations, or all until told
/// otherwise; that does less than it was asked for; and whose I/O can be held up.
public final class FaultyDirectory implements LogDirectory {
    public static final int ALWAYS = Integer.MAX_VALUE;
    private static final int PAGE_BYTES = 4_096;

    private final LogDirectory real;
    public final AtomicInteger failReads = new AtomicInteger();
    public final AtomicInteger failWrites = new AtomicInteger();
    public final AtomicInteger noRoomForWrites = new AtomicInteger();
    public final AtomicInteger noRoomForFiles = new AtomicInteger();
    public final AtomicInteger failCreations = new AtomicInteger();
    public final AtomicInteger failSyncs = new AtomicInteger();
    public final AtomicInteger failDeletes = new AtomicInteger();
    public final AtomicInteger failLists = new AtomicInteger();
    /// That have begun to hang.
    public final AtomicInteger hangingReads = new AtomicInteger();

    public final AtomicInteger syncs = new AtomicInteger();
    /// Of the directory itself.
    public final AtomicInteger nameSyncs = new AtomicInteger();

    /// Of these only the first page is done.
    public final AtomicInteger shortReads = new AtomicInteger();

    public final AtomicInteger shortWrites = new AtomicInteger();
    /// Files that were deleted for good.
    public final Set<String> deleted = ConcurrentHashMap.newKeySet();

    /// Files whose room may be kept for the next one.
    public final Set<String> recycled = ConcurrentHashMap.newKeySet();
    /// What the disk has, for the files that are in the directory.
    public volatile long diskBytes = Long.MAX_VALUE;

    /// Hears the name of each file that has just been opened.
    public volatile Consumer<String> onOpen = name -> {};

    private volatile @Nullable CountDownLatch readStall;
    private volatile @Nullable CountDownLatch writeStall;
    private volatile @Nullable CountDownLatch fileStall;

    public FaultyDirectory(LogDirectory real) {
        this.real = real;
    }

    /// Reads hang until the latch opens, 30 s at most.
    public CountDownLatch stallReads() {
        CountDownLatch latch = new CountDownLatch(1);
        readStall = latch;
        return latch;
    }

    /// Reads that come from now on do not hang; those that do, go on doing it.
    public void passReads() {
        readStall = null;
    }

    /// Writes hang until the latch opens, 30 s at most.
    public CountDownLatch stallWrites() {
        CountDownLatch latch = new CountDownLatch(1);
        writeStall = latch;
        return latch;
    }

    /// The making and deleting of files hangs until the latch opens, 30 s at most.
    public CountDownLatch stallFiles() {
        CountDownLatch latch = new CountDownLatch(1);
        fileStall = latch;
        return latch;
    }

    /// Nothing that is asked for succeeds any more.
    public void failAlways() {
        for (AtomicInteger each : List.of(failReads, failWrites, failCreations, failSyncs, failDeletes, failLists)) {
            each.set(ALWAYS);
        }
    }

    /// Everything succeeds from now on.
    public void heal() {
        for (AtomicInteger each : List.of(failReads, failWrites, failCreations, failSyncs, failDeletes, failLists)) {
            each.set(0);
        }
        for (AtomicInteger each : List.of(noRoomForWrites, noRoomForFiles, shortReads, shortWrites)) {
            each.set(0);
        }
        for (CountDownLatch each : Arrays.asList(readStall, writeStall, fileStall)) {
            if (each != null) {
                each.countDown();
            }
        }
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
    public boolean has(String name) {
        return real.has(name);
    }

    @Override
    public BlockFile create(String name, long sizeBytes) throws IOException {
        hang(fileStall);
        fail(failCreations);
        if (takes(noRoomForFiles) || usableBytes() < sizeBytes) {
            throw new NoRoomException("No space left on device", null);
        }
        return new FaultyFile(real.create(name, sizeBytes));
    }

    @Override
    public BlockFile open(String name, boolean readOnly) throws IOException {
        BlockFile opened = real.open(name, readOnly);
        onOpen.accept(name);
        return new FaultyFile(opened);
    }

    @Override
    public void delete(String name) throws IOException {
        hang(fileStall);
        fail(failDeletes);
        real.delete(name);
        deleted.add(name);
    }

    @Override
    public void recycle(String name) throws IOException {
        hang(fileStall);
        fail(failDeletes);
        real.recycle(name);
        recycled.add(name);
    }

    @Override
    public void sync() throws IOException {
        nameSyncs.incrementAndGet();
        real.sync();
    }

    @Override
    public long usableBytes() throws IOException {
        long taken = real.list().stream().mapToLong(Listed::sizeBytes).sum();
        return Math.min(Math.max(0, diskBytes - taken), real.usableBytes());
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
            CountDownLatch stall = readStall;
            hangingReads.addAndGet(stall == null ? 0 : 1);
            hang(stall);
            fail(failReads);
            return takes(shortReads)
                    ? ShortIoDirectory.limited(into, PAGE_BYTES, one -> file.read(offset, one))
                    : file.read(offset, into);
        }

        @Override
        public long write(long offset, ByteBuffer[] from) throws IOException {
            hang(writeStall);
            fail(failWrites);
            if (takes(noRoomForWrites)) {
                throw new NoRoomException("No space left on device", null);
            }
            return takes(shortWrites)
                    ? ShortIoDirectory.limited(from, PAGE_BYTES, one -> file.write(offset, one))
                    : file.write(offset, from);
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
