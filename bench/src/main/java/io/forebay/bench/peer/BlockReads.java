package io.forebay.bench.peer;

import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.fabric.FabricPeer;
import io.forebay.fabric.ReadListener;
import io.forebay.fabric.ReadRange;
import io.forebay.fabric.ReadResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Passes over the whole working set of a peer, block after block, so many at one time. One thread
/// runs them.
final class BlockReads {
    private static final long READ_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PASS_SECONDS = 60;

    private final FabricPeer peer;
    private final List<StoredBlock> source;
    private final BenchPool destination;
    private final PeerSettings settings;
    private final List<List<ReadRange>> ranges = new ArrayList<>();
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    /// @param source where each block is; as many as `destination` has
    BlockReads(FabricPeer peer, int region, List<StoredBlock> source, BenchPool destination, PeerSettings settings) {
        this.peer = peer;
        this.source = source;
        this.destination = destination;
        this.settings = settings;
        for (int block = 0; block < source.size(); block++) {
            ranges.add(rangesOf(block, region));
        }
    }

    private List<ReadRange> rangesOf(int block, int region) {
        List<ReadRange> slots = new ArrayList<>();
        for (int slot = 0; slot < PeerSettings.SLOTS; slot++) {
            Extent from = source.get(block).slots().get(slot).extent();
            Extent to = destination.blocks().get(block).get(slot);
            slots.add(new ReadRange(
                    region,
                    from.offsetBytes(),
                    from.generation(),
                    destination.pool().slice(to)));
        }
        return slots;
    }

    /// One pass, in GB/s. Whatever went wrong is thrown.
    double raw() throws IOException {
        return pass((block, release) -> release.run());
    }

    /// One pass in which each slot's copy is checked against the checksum of its seal, as a node does, on `movers`. A
    /// block stays in flight until it is checked.
    double verified(Executor movers) throws IOException {
        return pass((block, release) -> movers.execute(() -> {
            verify(block);
            release.run();
        }));
    }

    /// What happens to a block whose bytes are there.
    private interface Arrival {
        void block(int block, Runnable release);
    }

    /// The end of one block's read starts the next one, as a client that waits for nothing does: a pass is bounded by
    /// the fabric, not by how fast a thread is woken.
    private double pass(Arrival arrival) throws IOException {
        Pass pass = new Pass(arrival);
        long start = System.nanoTime();
        pass.start();
        pass.await();
        long nanos = System.nanoTime() - start;
        requireNoFailure();
        return (double) settings.passBytes() / nanos;
    }

    private void requireNoFailure() throws IOException {
        String message = failure.get();
        if (message != null) {
            throw new IOException(message);
        }
    }

    private void verify(int block) {
        List<Slot> sealed = source.get(block).slots();
        for (int slot = 0; slot < sealed.size(); slot++) {
            Extent copy = destination.blocks().get(block).get(slot);
            if (destination.pool().checksum(copy) != sealed.get(slot).checksum()) {
                failure.set("block " + block + ", slot " + slot + ": the bytes are not the ones that were sealed");
            }
        }
    }

    /// Writes over every block, so that only bytes of a later pass can pass [#requireAllThere].
    void wipe() {
        destination.pool().data().fill((byte) 0);
    }

    /// Checks the whole working set, outside of any measurement.
    void requireAllThere() throws IOException {
        for (int block = 0; block < source.size(); block++) {
            verify(block);
        }
        requireNoFailure();
    }

    /// One walk over the blocks, in order.
    private final class Pass {
        private final Arrival arrival;
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch open = new CountDownLatch(ranges.size());

        Pass(Arrival arrival) {
            this.arrival = arrival;
        }

        void start() {
            for (int i = 0; i < settings.inFlight(); i++) {
                readNext();
            }
        }

        void await() throws IOException {
            try {
                if (!open.await(PASS_SECONDS, TimeUnit.SECONDS)) {
                    throw new IOException("the reads of a pass did not end within " + PASS_SECONDS + " s");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while reading", e);
            }
        }

        private void readNext() {
            int block = next.getAndIncrement();
            if (block < ranges.size()) {
                peer.read(ranges.get(block), READ_NANOS, new Listener(block, arrival, this::ended));
            }
        }

        private void ended() {
            readNext();
            open.countDown();
        }
    }

    private final class Listener implements ReadListener {
        private final int block;
        private final Arrival arrival;
        private final Runnable release;

        Listener(int block, Arrival arrival, Runnable release) {
            this.block = block;
            this.arrival = arrival;
            this.release = release;
        }

        @Override
        public void finished(ReadResult result) {
            switch (result) {
                case ReadResult.Complete complete -> {}
                case ReadResult.Stale stale -> failure.set("block " + block + ": the peer freed it");
                case ReadResult.Failed failed ->
                    failure.set("block " + block + ": " + failed.failure().message());
            }
        }

        @Override
        public void over() {
            arrival.block(block, release);
        }
    }
}
