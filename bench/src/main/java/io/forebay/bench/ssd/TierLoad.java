package io.forebay.bench.ssd;

import io.forebay.bench.limit.NodeMemory;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.KvLayout;
import io.forebay.memory.Checksum;
import io.forebay.memory.Pool;
import io.forebay.memory.ssd.PlatformParts;
import io.forebay.memory.ssd.SsdTier;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/// A tier with blocks of one size, and passes over them. A block is one slot, as a page-first layout on one rank has
/// it; a slot's checksum is taken before, as at a seal. What is read is verified, as for a node, and takes the place of
/// what was to be written: who has read writes no more.
///
/// It asks as a node does: so many I/Os are under way as the tier has threads, as many blocks again wait for a thread,
/// and the memory is as large as what one reading has on its way, taken in turn. A few buffers that go round would stay
/// in the processor's cache, which no pool does. It is a pool, in huge pages if a node would have them: how many pieces
/// of memory a device has to write to is a third of its time. One thread drives it.
final class TierLoad implements AutoCloseable {
    private static final long DEADLINE_SECONDS = 60;
    /// Blocks asked for to each I/O under way.
    private static final int AHEAD = 2;

    private static final long MEMORY_BYTES = 32 << 20;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /// Memory of one block and its checksum.
    private record Buffer(MemorySegment bytes, int checksum) {}

    private final SsdTier tier;
    private final KvLayout layout;
    private final Namespace namespace;
    private final int mostAsked;
    private final Semaphore mayAsk;
    private final Queue<Buffer> free = new ConcurrentLinkedQueue<>();
    private final Pool pool;
    private final AtomicLong failures = new AtomicLong();
    private final Random random = new Random(1);
    private long nextNumber;

    /// @param poolDirectory under which its pool lies
    TierLoad(Path directory, Path poolDirectory, long capacityBytes, long blockBytes, int inFlight) throws IOException {
        this.layout = new KvLayout(KvLayout.Order.PAGE_FIRST, 0, 1, 2, KvLayout.copies(1, blockBytes / 2), 1);
        this.namespace = new Namespace("bench", "", layout.fingerprint());
        this.mostAsked = AHEAD * inFlight;
        this.mayAsk = new Semaphore(mostAsked);
        SsdSettings settings = settings(inFlight);
        this.tier = SsdTier.open(
                settings,
                List.of(new DeviceSettings(directory, capacityBytes)),
                PlatformParts.of(settings, Retirement.UNREGISTERED));
        this.nextNumber = tier.inventory().records().size();
        this.pool = NodeMemory.pool(poolDirectory, Math.max(mostAsked * blockBytes, MEMORY_BYTES), "bench-ssd");
        for (long at = 0; at + blockBytes <= pool.capacityBytes(); at += blockBytes) {
            free.add(filled(pool.data().asSlice(at, blockBytes)));
        }
    }

    private Buffer filled(MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at += Long.BYTES) {
            bytes.set(ValueLayout.JAVA_LONG, at, random.nextLong());
        }
        return new Buffer(bytes, Checksum.of(bytes));
    }

    private static SsdSettings settings(int inFlight) {
        SsdSettings s = SsdSettings.defaults("bench");
        return new SsdSettings(
                s.owner(),
                s.fileBytes(),
                inFlight,
                inFlight,
                s.readQueue(),
                s.writeQueue(),
                s.writeQueueBytes(),
                TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS),
                s.retirementNanos(),
                true,
                false,
                s.copyPercent(),
                s.livePercent());
    }

    /// Blocks that a start has found, or that were written since.
    long blocks() {
        return tier.gauges().getFirst().records();
    }

    /// Spread as hashes are.
    static BlockKey key(Namespace namespace, long number) {
        byte[] hash = ByteBuffer.allocate(32).putLong(number * SPREAD).array();
        return new BlockKey(namespace, BlockHash.of(hash));
    }

    private Buffer take() throws IOException, InterruptedException {
        ask(1);
        return free.remove();
    }

    private void ask(int count) throws IOException, InterruptedException {
        if (!mayAsk.tryAcquire(count, DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("no block came back within " + DEADLINE_SECONDS + " s: " + tier.gauges());
        }
    }

    private void giveBack(Buffer buffer) {
        free.add(buffer);
        mayAsk.release();
    }

    /// Waits until nothing is under way.
    private void await() throws IOException, InterruptedException {
        ask(mostAsked);
        mayAsk.release(mostAsked);
        if (failures.get() > 0) {
            throw new IOException(failures.get() + " blocks were not read or written: " + tier.gauges());
        }
    }

    /// Writes so many new blocks, and syncs.
    void write(long count) throws IOException, InterruptedException {
        for (long i = 0; i < count; i++) {
            Buffer buffer = take();
            SsdSlot slot = new SsdSlot(buffer.bytes, buffer.checksum, 0);
            tier.write(new SsdWrite(key(namespace, nextNumber++), layout, List.of(slot)), new Writing(buffer));
        }
        await();
        CompletableFuture<Boolean> synced = new CompletableFuture<>();
        tier.sync(synced::complete);
        try {
            if (!synced.get(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the sync failed");
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the sync did not end", e);
        }
    }

    /// Reads so many of the blocks that were written last, each once, in random order.
    void read(int count) throws IOException, InterruptedException {
        List<Long> order = new ArrayList<>();
        for (long number = nextNumber - count; number < nextNumber; number++) {
            order.add(number);
        }
        Collections.shuffle(order, random);
        for (long number : order) {
            Buffer buffer = take();
            tier.read(
                    key(namespace, number),
                    List.of(buffer.bytes),
                    TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS),
                    new Reading(buffer));
        }
        await();
    }

    @Override
    public void close() {
        tier.close();
        pool.close();
    }

    private final class Writing implements WriteListener {
        private final Buffer buffer;

        Writing(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void finished(WriteOutcome outcome) {
            failures.addAndGet(outcome instanceof WriteOutcome.Stored ? 0 : 1);
        }

        @Override
        public void over() {
            giveBack(buffer);
        }
    }

    private final class Reading implements ReadListener {
        private final Buffer buffer;

        Reading(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void finished(ReadOutcome outcome) {
            failures.addAndGet(outcome instanceof ReadOutcome.Loaded ? 0 : 1);
        }

        @Override
        public void over() {
            giveBack(buffer);
        }
    }
}
