package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import io.forebay.core.peer.RegionDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A peer read over UCX. What others may call; the reading itself is [UcxLink]'s.
///
/// UCX notices a dead peer, in its own time; a silent connection to the peer's data port tells of it at once. A read
/// that is late fails at its time; if it is still not over [UcxSettings#graceNanos] later, or the peer has done
/// nothing of what it owes meanwhile, the peer counts as hung and its endpoint is closed, which ends the writing.
final class UcxPeer implements FabricPeer {
    /// Bytes of one part, unless a single range has more.
    private static final long PART_BYTES = 4 << 20;

    private final String name;
    private final SocketChannel liveness;
    private final Ground ground;
    private final Consumer<UcxPeer> whenEnded;
    private final UcxLink link;
    private final Thread watcher;
    private final FabricReads reads = new FabricReads();
    private final CountDownLatch settled = new CountDownLatch(1);
    private final AtomicReference<@Nullable Failure> down = new AtomicReference<>();

    /// What all peers of a fabric stand on.
    record Ground(UcxWorker worker, Watchdog watchdog, long graceNanos, LongConsumer delivered) {}

    /// What a peer says of itself.
    ///
    /// @param way to read it
    record Remote(UcxWay way, List<RegionDescriptor> regions) {}

    /// Parses what the remote end says of its regions.
    ///
    /// @param whenEnded hears when no destination is written any more
    UcxPeer(String name, SocketChannel liveness, Ground ground, Remote remote, Consumer<UcxPeer> whenEnded)
            throws FabricException {
        this.name = name;
        this.liveness = liveness;
        this.ground = ground;
        this.whenEnded = whenEnded;
        this.link = new UcxLink(ground.worker(), remote, new Links());
        this.watcher = Threads.make("ucx-liveness-" + name, this::watch);
    }

    /// Opens the way to the worker at `address`.
    void start(byte[] address) {
        watcher.start();
        ground.worker().order(() -> ground.worker().add(link, address));
    }

    /// Waits until the peer's worker has answered.
    void awaitReached(long timeoutNanos) throws FabricException {
        boolean inTime = false;
        try {
            inTime = settled.await(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Failure failure = down.get();
        if (failure != null || !inTime) {
            String why = failure == null ? "its ucx worker does not answer" : failure.message();
            throw new FabricException("cannot reach " + name + ": " + why);
        }
    }

    @Override
    public ReadOperation read(List<ReadRange> ranges, long timeoutNanos, ReadListener listener) {
        FabricReads.check(ranges);
        Failure gone = down.get();
        if (gone != null) {
            return FabricReads.refuse(ground.watchdog(), listener, gone);
        }
        if (!reads.enter(ranges.size())) {
            return FabricReads.refuse(ground.watchdog(), listener, Blame.here("too many ranges in flight to " + name));
        }
        ReadTask task = new ReadTask(split(List.copyOf(ranges)), listener, reads::leave);
        task.arm(ground.watchdog().after(timeoutNanos, () -> timeOut(task)));
        if (!ground.worker().offer(() -> link.read(task.parts()))) {
            task.fail(Blame.here("too many reads wait for the ucx worker"));
        }
        Failure fallen = down.get();
        if (fallen != null) {
            task.fail(fallen);
        }
        return () -> {
            task.cancel();
            ground.worker().nudge();
        };
    }

    @Override
    public boolean isUp() {
        return down.get() == null;
    }

    @Override
    public void close() {
        fall(Blame.here("the connection to " + name + " was closed here"));
    }

    /// Waits until the watching thread has ended. The peer must be down.
    void join() {
        Threads.join(watcher);
    }

    private void fall(Failure cause) {
        Failure named = new Failure(cause.remedy(), name + ": " + cause.message());
        if (down.compareAndSet(null, named)) {
            settled.countDown();
            Sockets.close(liveness);
            ground.worker().order(() -> link.fall(named));
        }
    }

    private void watch() {
        String why = "the peer broke its silence";
        try {
            if (liveness.read(ByteBuffer.allocate(1)) < 0) {
                why = "the peer's process ended";
            }
        } catch (IOException e) {
            why = "the peer's process ended: " + e.getMessage();
        }
        fall(Blame.peer(why));
    }

    private void timeOut(ReadTask task) {
        UcxDebt debt = link.debt();
        long mark = debt.signs();
        task.fail(Blame.peer(name + ": the read timed out"));
        ground.worker().nudge();
        ground.watchdog().after(ground.graceNanos(), () -> {
            if (!task.isOver() || (debt.isOwed() && debt.signs() == mark)) {
                fall(Blame.peer("a read timed out and the peer is silent"));
            }
        });
    }

    /// Runs of at most [UcxFrames#MAX_RANGES] ranges and about [#PART_BYTES].
    private static List<List<ReadRange>> split(List<ReadRange> ranges) {
        List<List<ReadRange>> runs = new ArrayList<>();
        int start = 0;
        long bytes = 0;
        for (int i = 0; i < ranges.size(); i++) {
            bytes += ranges.get(i).lengthBytes();
            if (bytes >= PART_BYTES || i + 1 - start == UcxFrames.MAX_RANGES || i + 1 == ranges.size()) {
                runs.add(ranges.subList(start, i + 1));
                start = i + 1;
                bytes = 0;
            }
        }
        return runs;
    }

    private final class Links implements UcxLink.Owner {
        @Override
        public void reached() {
            settled.countDown();
        }

        @Override
        public void broken(Failure cause) {
            fall(cause);
        }

        @Override
        public void delivered(long bytes) {
            ground.delivered().accept(bytes);
        }

        @Override
        public void ended() {
            whenEnded.accept(UcxPeer.this);
        }
    }
}
