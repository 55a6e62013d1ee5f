package io.forebay.server.example;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.memory.InstanceLock;
import io.forebay.server.node.EmbeddedNode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// An engine that lives in one program with its node: what it saves is a byte repeated, what it loads it compares.
///
/// An engine of your own would not wait for each answer as this one does, and would fall back to computing the block
/// wherever this one throws.
final class EmbeddedEngine implements AutoCloseable {
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final EmbeddedNode node;
    private final InstanceId instance;
    private final InstanceLock lock;

    private EmbeddedEngine(EmbeddedNode node, InstanceId instance, InstanceLock lock) {
        this.node = node;
        this.instance = instance;
        this.lock = lock;
    }

    static EmbeddedEngine register(EmbeddedNode node, InstanceId instance, Layout layout) throws IOException {
        Registered registered =
                answer(then -> node.engine().register(new Registration(instance, 0, "a model", "", layout), then));
        return new EmbeddedEngine(node, instance, InstanceLock.hold(Path.of(registered.lockPath())));
    }

    /// Saves each block that is not there yet, filled with `value`.
    void save(String request, List<BlockHash> hashes, byte value) throws IOException {
        List<Reservation> reservations = answer(
                then -> node.engine().reserve(new Reserve(instance, node.poolNonce(), request, 0, hashes), then));
        List<ReservedBlock> written = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            if (reservations.get(i) instanceof Reservation.Granted(long number, List<Extent> extents)) {
                extents.forEach(extent -> node.bytes(extent).fill(value));
                written.add(new ReservedBlock(hashes.get(i), number));
            }
        }
        if (!written.isEmpty()) {
            EmbeddedEngine.<List<SealOutcome>>answer(then -> node.engine().seal(new Seal(instance, 0, written), then));
        }
    }

    /// Waits until other nodes can find what the request saved.
    HandoffReport handOver(String request) throws IOException {
        return answer(then -> node.engine()
                .awaitHandoff(new AwaitHandoff(instance, request, HandoffLevel.REGISTERED, DEADLINE_NANOS), then));
    }

    /// Leading blocks that are there and consist of `value`; each is read in place, under the query's lease.
    int load(String request, List<BlockHash> hashes, byte value) throws IOException {
        Query query = new Query(instance, node.poolNonce(), request, hashes, DEADLINE_NANOS, DEADLINE_NANOS);
        QueryReply reply = answer(then -> node.engine().query(query, then));
        if (!(reply instanceof QueryReply.Ready(LeaseId lease, List<StoredBlock> blocks, var outcomes))) {
            throw new IOException("no final answer within the deadline");
        }
        int good = 0;
        while (good < blocks.size() && consistsOf(blocks.get(good), value)) {
            good++;
        }
        if (lease != null) {
            EmbeddedEngine.<LeaseOutcome>answer(then -> node.engine().release(instance, lease, then));
        }
        return good;
    }

    private boolean consistsOf(StoredBlock block, byte value) {
        for (Slot slot : block.slots()) {
            MemorySegment bytes = node.bytes(slot.extent());
            if (bytes.elements(ValueLayout.JAVA_BYTE).anyMatch(each -> each.get(ValueLayout.JAVA_BYTE, 0) != value)) {
                return false;
            }
        }
        return true;
    }

    private static <T> T answer(Consumer<Consumer<Answer<T>>> call) throws IOException {
        CompletableFuture<Answer<T>> answered = new CompletableFuture<>();
        call.accept(answered::complete);
        try {
            if (answered.get(2 * DEADLINE_NANOS, TimeUnit.NANOSECONDS) instanceof Answer.Ok<T>(T value)) {
                return value;
            }
            throw new IOException("the node refused: " + answered.join());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the node did not answer", e);
        }
    }

    @Override
    public void close() throws IOException {
        node.engine().deregister(instance, 0);
        lock.close();
    }
}
