package io.forebay.sim;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.extent.Extent;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// An engine on one node's host: some requests at a time over shared conversations. At times it is stopped in
/// mid-write for longer than every time-out, and then goes on writing where it once was allowed to.
final class SimEngine {
    private static final int LANES = 5;
    private static final Path NO_LOCK = Path.of("none");

    private final World world;
    private final SimNode node;
    private final Layout layout;
    private final Chance chance;
    private int incarnation;
    private int requests;
    private boolean registered;
    private int registeredBoot;
    private Path lockPath = NO_LOCK;

    SimEngine(World world, SimNode node, Layout layout, Chance chance) {
        this.world = world;
        this.node = node;
        this.layout = layout;
        this.chance = chance;
    }

    void start() {
        for (int lane = 0; lane < LANES; lane++) {
            later(1_000_000L, 20_000_000L, this::round);
        }
    }

    private void round() {
        if (world.isDraining()) {
            return;
        }
        if (!registered || registeredBoot != node.boot()) {
            register();
            return;
        }
        requests++;
        List<BlockHash> hashes = world.conversations().prompt(chance);
        new EngineRequest(this, instance() + "#" + requests, hashes).start();
    }

    /// A request is done: on to the next, or a stop in between.
    void requestEnded() {
        if (!world.isDraining() && chance.in(0.05)) {
            restartEngine();
        } else {
            later(1_000_000L, 100_000_000L, this::round);
        }
    }

    /// The process ends, and a new one takes its place.
    private void restartEngine() {
        end();
        later(10_000_000L, 500_000_000L, this::round);
    }

    /// The process has ended: it writes no more, its lock file is free, its connection is gone.
    void end() {
        if (registered && registeredBoot == node.boot()) {
            node.protocol().deregister(instance(), 0);
        }
        node.letGo(lockPath);
        incarnation++;
        registered = false;
    }

    private void register() {
        Registration request = new Registration(instance(), 0, "model", "", layout);
        int boot = node.boot();
        int process = incarnation;
        this.<Registered>call("register", (protocol, reply) -> protocol.register(request, reply), answer -> {
            if (process == incarnation
                    && node.boot() == boot
                    && answer instanceof Answer.Ok<Registered>(Registered welcome)) {
                registered = true;
                registeredBoot = boot;
                lockPath = Path.of(welcome.lockPath());
                node.holdLock(lockPath);
            }
            later(1_000_000L, 10_000_000L, this::round);
        });
    }

    InstanceId instance() {
        return new InstanceId("engine-" + node.name() + "-" + incarnation);
    }

    /// The node's incarnation that this engine is registered with.
    int boot() {
        return registeredBoot;
    }

    /// Which process of this engine is running.
    int incarnation() {
        return incarnation;
    }

    Schedule schedule() {
        return world.schedule();
    }

    /// A request over the wire to the engine's node.
    interface Request<T> {
        void arrive(EngineProtocol node, Consumer<Answer<T>> reply);
    }

    <T> void call(String what, Request<T> request, Consumer<Answer<T>> then) {
        world.network()
                .call(
                        instance() + " " + what,
                        node.name(),
                        3_000_000_000L,
                        reply -> request.arrive(node.protocol(), reply),
                        then);
    }

    void later(long minNanos, long maxNanos, Runnable action) {
        world.schedule().after(chance.delayNanos(minNanos, maxNanos), "engine of " + node.name(), action);
    }

    /// Writes a block's bytes in place, unless the engine is stopped while it does.
    ///
    /// @return true when it is: the request goes no further
    boolean isStoppedWriting(int boot, List<Extent> extents, BlockHash hash) {
        if (!node.isUp() || boot != node.boot()) {
            return false;
        }
        for (int slot = 0; slot < extents.size(); slot++) {
            Content.write(node.pool().slice(extents.get(slot)), hash, slot);
        }
        schedule().note(instance() + " writes " + hash + " at " + extents.getFirst());
        boolean stop = !world.isDraining() && chance.in(0.03);
        if (stop) {
            stopInMidWrite(extents, hash);
        }
        return stop;
    }

    /// The engine's process is stopped, and another one takes its place. The stopped one holds its lock file until it
    /// has gone on and scribbled over what it was given.
    private void stopInMidWrite(List<Extent> extents, BlockHash hash) {
        Path lock = lockPath;
        int boot = node.boot();
        schedule().note(instance() + " is stopped while it writes " + hash);
        later(4_000_000_000L, 8_000_000_000L, () -> {
            if (node.isUp() && node.boot() == boot) {
                extents.forEach(extent -> node.pool().slice(extent).fill((byte) 0xEE));
                schedule().note("late bytes under " + hash + " at " + extents.getFirst());
            }
            node.letGo(lock);
        });
        if (chance.in(0.5)) {
            node.protocol().deregister(instance(), 0);
        }
        lockPath = NO_LOCK; // the stopped process keeps its own
        incarnation++;
        registered = false;
        later(10_000_000L, 500_000_000L, this::round);
    }

    /// Reads a leased extent as an engine does: generation, bytes, generation. Nobody reads checksums in place, so what
    /// has rotted under a lease is not noticed.
    void read(int boot, Extent extent, BlockHash hash, int slot) {
        if (!node.isUp() || boot != node.boot()) {
            return;
        }
        if (node.pool().acquire(extent.offsetBytes()) != extent.generation()) {
            return; // a load error: the lease is over and the extent has moved on
        }
        boolean good = Content.matches(node.pool().slice(extent), hash, slot);
        violatedUnless(
                good || node.isRotten(extent) || !node.pool().confirm(extent.offsetBytes(), extent.generation()),
                () -> "other bytes under " + hash + " slot " + slot + " on " + node.name() + " at " + extent);
    }

    void violatedUnless(boolean holds, Supplier<String> what) {
        world.violatedUnless(holds, what);
    }

    void counted(List<Outcome> outcomes) {
        world.counted(outcomes);
    }
}
