package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A peer read over TCP: one or a few connections that live and die together.
///
/// **Time-outs.** A read that is late is failed at its time and abandoned; its replies, when they come, are thrown
/// away. If, [TcpSettings#graceNanos] later, a destination is still being written or the peer has sent not one byte
/// of what it
/// owes, the peer counts as hung and its connections are closed, which ends the writing. A read that was merely
/// behind others in the queue so costs nobody else anything.
final class TcpPeer implements FabricPeer {
    /// Reads below this go over one connection whole.
    private static final long SPLIT_BYTES = 1 << 20;

    private final String name;
    private final Watchdog watchdog;
    private final long graceNanos;
    private final Consumer<TcpPeer> whenEnded;
    private final AtomicInteger running;
    private final List<TcpConnection> connections = new ArrayList<>();
    private final FabricReads reads = new FabricReads();
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicReference<@Nullable Failure> down = new AtomicReference<>();

    /// The timer of the reads, [TcpSettings#graceNanos] and [TcpSettings#busyNanos].
    record Patience(Watchdog watchdog, long graceNanos, long busyNanos) {}

    /// @param whenEnded hears when no destination is written any more
    TcpPeer(
            String name,
            List<SocketChannel> channels,
            Patience patience,
            LongConsumer delivered,
            Consumer<TcpPeer> whenEnded) {
        this.name = name;
        this.watchdog = patience.watchdog();
        this.graceNanos = patience.graceNanos();
        this.whenEnded = whenEnded;
        this.running = new AtomicInteger(channels.size());
        for (SocketChannel channel : channels) {
            connections.add(new TcpConnection(channel, name, patience.busyNanos(), new Ends(), delivered));
        }
    }

    void start() {
        connections.forEach(TcpConnection::start);
    }

    @Override
    public ReadOperation read(List<ReadRange> ranges, long timeoutNanos, ReadListener listener) {
        FabricReads.check(ranges);
        Failure gone = down.get();
        if (gone != null) {
            return FabricReads.refuse(watchdog, listener, gone);
        }
        if (!reads.enter(ranges.size())) {
            return FabricReads.refuse(watchdog, listener, Blame.here("too many ranges in flight to " + name));
        }
        ReadTask task = new ReadTask(split(List.copyOf(ranges)), listener, reads::leave);
        task.arm(watchdog.after(timeoutNanos, () -> timeOut(task)));
        int first = turn.getAndIncrement();
        for (int i = 0; i < task.parts().size(); i++) {
            connections
                    .get(Math.floorMod(first + i, connections.size()))
                    .submit(task.parts().get(i));
        }
        return task;
    }

    @Override
    public boolean isUp() {
        return down.get() == null;
    }

    @Override
    public void close() {
        fall(Blame.here("the connection to " + name + " was closed here"));
    }

    /// Waits until no destination is written any more. The peer must be down.
    void join() {
        connections.forEach(TcpConnection::join);
    }

    /// All connections go with the first; the peer is down before any of its reads hears of it.
    private void fall(Failure cause) {
        down.compareAndSet(null, new Failure(cause.remedy(), name + ": " + cause.message()));
        Failure why = down.get();
        for (TcpConnection connection : connections) {
            connection.kill(why == null ? cause : why);
        }
    }

    private final class Ends implements TcpConnection.Ends {
        @Override
        public void falling(Failure cause) {
            fall(cause);
        }

        @Override
        public void ended() {
            if (running.decrementAndGet() == 0) {
                whenEnded.accept(TcpPeer.this);
            }
        }
    }

    private void timeOut(ReadTask task) {
        List<Long> marks = connections.stream().map(TcpConnection::received).toList();
        task.fail(Blame.peer(name + ": the read timed out"));
        watchdog.after(graceNanos, () -> {
            boolean hung = !task.isOver();
            for (int i = 0; i < connections.size(); i++) {
                TcpConnection connection = connections.get(i);
                hung |= connection.isOwed() && connection.received() == marks.get(i);
            }
            if (hung) {
                fall(Blame.peer("a read timed out and the peer is silent"));
            }
        });
    }

    /// Runs of about the same number of bytes, one for each connection.
    private List<List<ReadRange>> split(List<ReadRange> ranges) {
        long total = ranges.stream().mapToLong(ReadRange::lengthBytes).sum();
        if (connections.size() == 1 || total < SPLIT_BYTES) {
            return List.of(ranges);
        }
        List<List<ReadRange>> runs = new ArrayList<>();
        int start = 0;
        long bytes = 0;
        for (int i = 0; i < ranges.size(); i++) {
            bytes += ranges.get(i).lengthBytes();
            boolean last = i == ranges.size() - 1;
            if (last || bytes * connections.size() >= total * (runs.size() + 1)) {
                runs.add(ranges.subList(start, i + 1));
                start = i + 1;
            }
        }
        return runs;
    }
}
