package io.forebay.bench.tiers;

import io.forebay.bench.replay.BlockBytes;
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
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.memory.InstanceLock;
import io.forebay.server.node.EmbeddedNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// An engine in one program with its node, which plays requests of a trace: it asks, compares every byte of what it
/// gets, and saves the rest.
final class InnerEngine implements AutoCloseable {
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final EmbeddedNode node;
    private final InstanceId instance = new InstanceId("inner");
    private final InstanceLock lock;
    private int requests;

    InnerEngine(EmbeddedNode node, Layout layout) throws IOException {
        this.node = node;
        Registered registered =
                answer(then -> node.engine().register(new Registration(instance, 0, "a model", "", layout), then));
        this.lock = InstanceLock.hold(Path.of(registered.lockPath()));
    }

    /// Plays a request, and returns one outcome a block; what was missing is saved, and on SSD, too.
    List<Outcome> play(List<Long> ids) throws IOException {
        String request = "request " + requests++;
        List<BlockHash> hashes = ids.stream().map(BlockBytes::hash).toList();
        Query query = new Query(instance, node.poolNonce(), request, hashes, DEADLINE_NANOS, DEADLINE_NANOS);
        QueryReply reply = answer(then -> node.engine().query(query, then));
        if (!(reply instanceof QueryReply.Ready(LeaseId lease, List<StoredBlock> blocks, List<Outcome> outcomes))) {
            throw new IOException("no final answer within the deadline");
        }
        for (int i = 0; i < blocks.size(); i++) {
            check(ids.get(i), blocks.get(i));
        }
        if (lease != null) {
            InnerEngine.<LeaseOutcome>answer(then -> node.engine().release(instance, lease, then));
        }
        if (blocks.size() < ids.size()) {
            save(request, ids.subList(blocks.size(), ids.size()));
        }
        return outcomes;
    }

    private void check(long id, StoredBlock block) throws IOException {
        for (int slot = 0; slot < block.slots().size(); slot++) {
            Extent extent = block.slots().get(slot).extent();
            if (BlockBytes.mismatch(id, slot, node.bytes(extent)).isPresent()) {
                throw new IOException("a wrong byte in block " + id);
            }
        }
    }

    private void save(String request, List<Long> ids) throws IOException {
        List<BlockHash> hashes = ids.stream().map(BlockBytes::hash).toList();
        List<Reservation> reservations = answer(
                then -> node.engine().reserve(new Reserve(instance, node.poolNonce(), request, 0, hashes), then));
        List<ReservedBlock> written = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            if (reservations.get(i) instanceof Reservation.Granted(long number, List<Extent> extents)) {
                for (int slot = 0; slot < extents.size(); slot++) {
                    BlockBytes.write(ids.get(i), slot, node.bytes(extents.get(slot)));
                }
                written.add(new ReservedBlock(hashes.get(i), number));
            }
        }
        if (written.isEmpty()) {
            return;
        }
        InnerEngine.<List<SealOutcome>>answer(then -> node.engine().seal(new Seal(instance, 0, written), then));
        List<BlockHash> sealed = written.stream().map(ReservedBlock::hash).toList();
        HandoffReport report = answer(then -> node.engine()
                .awaitHandoff(
                        new AwaitHandoff(
                                instance, new HandoffScope.OfKeys(sealed), HandoffLevel.ON_SSD, DEADLINE_NANOS, false),
                        then));
        if (report.registered() < sealed.size()) {
            throw new IOException("not on SSD: " + report + ", " + node.stats());
        }
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
