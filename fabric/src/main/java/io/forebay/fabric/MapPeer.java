package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A peer on this host, read by copying from its mapped regions.
///
/// A mapping outlives the process that made the file, so nothing in a copy would ever tell that the peer is gone: a
/// silent connection to its data port does. Its end fails the reads and gives the mapping back once no copy runs.
/// A peer that merely hangs is read all the same: that is what one-sided means.
final class MapPeer implements FabricPeer {
    private final String name;
    private final Map<Integer, RegionMapper.MappedRegion> regions;
    private final SocketChannel liveness;
    private final CopyCrew crew;
    private final Consumer<MapPeer> whenEnded;
    private final Thread watcher;
    private final FabricReads reads = new FabricReads();
    private final Set<ReadTask> tasks = ConcurrentHashMap.newKeySet();
    private final Object lock = new Object();
    private int users = 1;
    private volatile @Nullable Failure down;

    /// @param whenEnded hears when the mapping is given back
    MapPeer(
            String name,
            Map<Integer, RegionMapper.MappedRegion> regions,
            SocketChannel liveness,
            CopyCrew crew,
            Consumer<MapPeer> whenEnded) {
        this.name = name;
        this.regions = Map.copyOf(regions);
        this.liveness = liveness;
        this.crew = crew;
        this.whenEnded = whenEnded;
        this.watcher = Threads.make("map-liveness-" + name, this::watch);
    }

    void start() {
        watcher.start();
    }

    @Override
    public ReadOperation read(List<ReadRange> ranges, long timeoutNanos, ReadListener listener) {
        FabricReads.check(ranges);
        Failure gone = down;
        if (gone != null) {
            return FabricReads.refuse(crew.watchdog(), listener, gone);
        }
        if (!reads.enter(ranges.size())) {
            return FabricReads.refuse(crew.watchdog(), listener, Blame.here("too many ranges in flight to " + name));
        }
        ReadTask task = new ReadTask(List.of(List.copyOf(ranges)), listener, this::forget);
        tasks.add(task);
        crew.copy(new RegionCopy(this, task), timeoutNanos, Blame.peer(name + ": the read timed out"));
        Failure fallen = down;
        if (fallen != null) {
            task.fail(fallen);
        }
        return task;
    }

    @Override
    public boolean isUp() {
        return down == null;
    }

    @Override
    public void close() {
        fall(Blame.here("the connection to " + name + " was closed here"));
    }

    /// Waits until the watching thread has ended. The peer must be down.
    void join() {
        Threads.join(watcher);
    }

    RegionMapper.@Nullable MappedRegion region(int id) {
        return regions.get(id);
    }

    /// Keeps the mapping until [#leave]; false if the peer is down.
    boolean enter() {
        synchronized (lock) {
            if (down != null) {
                return false;
            }
            users++;
            return true;
        }
    }

    void leave() {
        boolean last;
        synchronized (lock) {
            users--;
            last = users == 0;
        }
        if (last) {
            regions.values().forEach(region -> Callbacks.run(region.unmap()));
            whenEnded.accept(this);
        }
    }

    private void fall(Failure cause) {
        synchronized (lock) {
            if (down != null) {
                return;
            }
            down = cause;
        }
        Sockets.close(liveness);
        tasks.forEach(task -> task.fail(cause));
        leave();
    }

    private void forget(ReadTask task) {
        tasks.remove(task);
        reads.leave(task);
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
        fall(Blame.peer(name + ": " + why));
    }
}
