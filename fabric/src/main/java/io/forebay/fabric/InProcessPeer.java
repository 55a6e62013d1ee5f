package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// One endpoint of an [InProcessNetwork] as another one reads it. Used by one thread.
final class InProcessPeer implements FabricPeer {
    private final InProcessNetwork network;
    private final InProcessFabric reader;
    private final InProcessFabric owner;
    private final FabricReads reads = new FabricReads();
    private final SequencedSet<InProcessRead> running = new LinkedHashSet<>();
    private @Nullable Failure down;

    InProcessPeer(InProcessNetwork network, InProcessFabric reader, InProcessFabric owner) {
        this.network = network;
        this.reader = reader;
        this.owner = owner;
    }

    @Override
    public ReadOperation read(List<ReadRange> ranges, long timeoutNanos, ReadListener listener) {
        FabricReads.check(ranges);
        Failure gone = down;
        if (gone != null) {
            return refuse(listener, gone);
        }
        if (!reads.enter(ranges.size())) {
            return refuse(listener, Blame.here("too many ranges in flight to " + owner.endpointName()));
        }
        ReadFault fault = network.faults().next(reader.endpointName(), owner.endpointName(), ranges.size());
        InProcessRead read = new InProcessRead(this, List.copyOf(ranges), fault, listener);
        running.add(read);
        read.start(timeoutNanos);
        return read;
    }

    @Override
    public boolean isUp() {
        return down == null;
    }

    /// Reads in flight fail now and are over when their next arrival finds that out.
    @Override
    public void close() {
        fall(Blame.here("the connection to " + owner.endpointName() + " was closed here"));
    }

    void ownerGone() {
        if (isWatched()) {
            fall(Blame.peer(owner.endpointName() + ": the peer is gone"));
        }
    }

    /// False when the reader crashed: then nothing is told or written any more.
    boolean isWatched() {
        return !reader.isGone();
    }

    void fall(Failure cause) {
        if (down != null) {
            return;
        }
        down = cause;
        List.copyOf(running).forEach(read -> read.fail(cause));
        forgetIfDone();
    }

    /// Fails what runs and ends it here and now.
    void endAll() {
        close();
        List.copyOf(running).forEach(InProcessRead::end);
    }

    void forget(InProcessRead read, ReadTask task) {
        running.remove(read);
        reads.leave(task);
        forgetIfDone();
    }

    private void forgetIfDone() {
        if (down != null && running.isEmpty()) {
            reader.forget(this);
        }
    }

    InProcessFabric owner() {
        return owner;
    }

    InProcessFabric reader() {
        return reader;
    }

    Courier courier() {
        return network.courier();
    }

    private ReadOperation refuse(ReadListener listener, Failure failure) {
        network.courier().deliver(() -> {
            listener.finished(new ReadResult.Failed(0, failure));
            listener.over();
        });
        return () -> {};
    }
}
