package io.forebay.sim;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockKey;
import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.extent.Extent;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.session.NodeId;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.LocalRegion;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolSettings;
import io.forebay.node.LocalDisk;
import io.forebay.node.Node;
import io.forebay.node.NodeCounters;
import io.forebay.node.NodeEvents;
import io.forebay.node.NodeParts;
import io.forebay.node.PeerDialer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A real node on the virtual clock, with its crashes and restarts. Each boot has a pool file of its own, an empty
/// memory and a higher boot number.
final class SimNode {
    private final World world;
    private final String name;
    private final PoolSettings poolSettings;
    private final Set<Path> heldLocks = new HashSet<>();

    /// Where sealed bytes were changed behind everybody's back.
    private final Set<Extent> rotten = new HashSet<>();
    private int boot;
    private boolean up;
    private SimLoop loop;
    private Pool pool;
    private @Nullable SimDisk disk;
    private Node node;

    SimNode(World world, String name, PoolSettings poolSettings) {
        this.world = world;
        this.name = name;
        this.poolSettings = poolSettings;
        this.loop = newLoop();
        this.pool = newPool();
        this.disk = newDisk();
        this.node = startNode();
    }

    private SimLoop newLoop() {
        boot++;
        return new SimLoop(name, world.schedule(), world.chance(name + " loop " + boot));
    }

    private Pool newPool() {
        try {
            return Pool.create(poolSettings, name, boot, boot);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What earlier boots have left there.
    private @Nullable SimDisk newDisk() {
        return world.tiers().hasDisks
                ? SimDisk.open(world.ssd(name), name, world.schedule(), world.chance(name + " ssd " + boot))
                : null;
    }

    private Node startNode() {
        up = true;
        Fabric fabric = world.fabrics().open(name);
        try {
            fabric.register(new LocalRegion(Node.POOL_REGION, pool.data(), pool, ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Chance chance = world.chance(name + " random " + boot);
        NodeParts parts = new NodeParts(
                world.nodeSettings(new NodeId(name), boot),
                loop,
                loop.movers(),
                pool,
                List.of(fabric),
                world.master().reachedFrom(name),
                new Dialer(),
                heldLocks::contains,
                chance::bits,
                new NodeCounters(),
                disk == null ? LocalDisk.NONE : disk.tier,
                world.master().promotionsFrom(name));
        return Node.start(parts, new Events());
    }

    /// The process is killed: its memory is gone, its peers and engines notice when they notice.
    void crash() {
        if (!up) {
            return;
        }
        up = false;
        loop.die();
        world.fabrics().crash(name);
        SimDisk open = disk;
        if (open != null) {
            open.end();
        }
        pool.close();
        heldLocks.clear();
        rotten.clear();
    }

    /// Flips a bit of one resident block in memory, of one slot once: a second flip might be the first one undone.
    ///
    /// @return the block; null when there is none
    @Nullable
    BlockKey rot(Chance chance) {
        List<BlockKey> keys = new ArrayList<>();
        List<Extent> extents = new ArrayList<>();
        node.inventory((key, stored) -> stored.slots().forEach(slot -> {
            if (!isRotten(slot.extent())) {
                keys.add(key);
                extents.add(slot.extent());
            }
        }));
        if (keys.isEmpty()) {
            return null;
        }
        int at = chance.below(keys.size());
        rotten.add(extents.get(at));
        MemorySegment bytes = pool.slice(extents.get(at));
        long offset = chance.below((int) bytes.byteSize());
        bytes.set(ValueLayout.JAVA_BYTE, offset, (byte)
                (bytes.get(ValueLayout.JAVA_BYTE, offset) ^ 1 << chance.below(8)));
        return keys.get(at);
    }

    /// Whether the bytes there were changed since this extent was given out.
    boolean isRotten(Extent extent) {
        return rotten.contains(extent);
    }

    /// The process is started again, with a higher boot.
    void restart() {
        if (!up) {
            loop = newLoop();
            pool = newPool();
            disk = newDisk();
            node = startNode();
        }
    }

    boolean isUp() {
        return up;
    }

    int boot() {
        return boot;
    }

    String name() {
        return name;
    }

    /// Whether its SSD has the block, as far as it knows.
    boolean hasOnSsd(BlockKey key) {
        SimDisk open = disk;
        return open != null && open.tier.has(key);
    }

    Pool pool() {
        return pool;
    }

    Node node() {
        return node;
    }

    /// What its engines talk to.
    EngineProtocol protocol() {
        return node;
    }

    void holdLock(Path lock) {
        heldLocks.add(lock);
    }

    void letGo(Path lock) {
        heldLocks.remove(lock);
    }

    private final class Dialer implements PeerDialer {
        @Override
        public PeerProtocol dial(String address) {
            return new Remote(world.node(address));
        }

        @Override
        public void hangUp(PeerProtocol connection) {}
    }

    /// Another node as this one reaches it.
    private final class Remote implements PeerProtocol {
        private final SimNode to;

        Remote(SimNode to) {
            this.to = to;
        }

        @Override
        public void hello(Hello request, long timeout, Consumer<Answer<HelloReply>> then) {
            call(timeout, reply -> to.node.hello(request, timeout, reply), then);
        }

        @Override
        public void queryBlocks(TransferQuery request, long timeout, Consumer<Answer<TransferGrant>> then) {
            call(timeout, reply -> to.node.queryBlocks(request, timeout, reply), then);
        }

        @Override
        public void releaseLock(LockId lock, long timeout, Consumer<Answer<Boolean>> then) {
            call(timeout, reply -> to.node.releaseLock(lock, timeout, reply), then);
        }

        private <T> void call(long timeout, SimNetwork.Request<T> request, Consumer<Answer<T>> then) {
            world.network().call(name, to.name, timeout, request, then);
        }
    }

    private final class Events implements NodeEvents {
        @Override
        public void sessionOpened(long masterEpoch) {
            world.schedule().note(name + " has a session with epoch " + masterEpoch);
        }

        @Override
        public void superseded(long currentBoot, String address) {
            world.violatedUnless(false, () -> name + " is superseded by boot " + currentBoot + " while it is " + boot);
        }

        @Override
        public void masterSilent(long nanos) {
            world.schedule().note(name + " has not heard the master for " + nanos / 1_000_000 + " ms");
        }

        @Override
        public void masterHeard() {
            world.schedule().note(name + " hears the master again");
        }

        @Override
        public void damaged(BlockKey key) {
            world.schedule().note(name + " finds " + key.hash() + " damaged");
        }

        @Override
        public void failed(RuntimeException cause, boolean fatal) {
            world.failed(cause);
        }
    }
}
