package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.peer.TransferGrant;
import io.forebay.fabric.ReadFault;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A node that gets blocks from one kind of source, which is real: engines that write its pool, a peer's pool over a
/// fabric, that peer's SSD, or its own; and the ways in which each goes wrong. Its engines have two ranks, whose slots
/// lie between each other's, and every slot of a block has bytes of its own.
final class StagingRig implements AutoCloseable {
    final StagedSource source;
    final KvLayout layout;
    final long blockBytes;
    TestCluster cluster;
    Node node;

    /// The peer; idle where the source is none.
    Node giver;

    private final Path directory;
    private final int granules;
    private TestDisk disk;
    WatchedDisk watched;
    private List<TestEngine> engines;
    private List<TestEngine> givers;
    private List<BlockHash> offered = List.of();
    private boolean mixesNumaNodes;

    /// @param granules of 4 KiB in each node's pool
    StagingRig(StagedSource source, KvLayout layout, Path directory, int granules) throws IOException {
        this.source = source;
        this.layout = layout;
        this.blockBytes = layout.blockBytes();
        this.directory = directory;
        this.granules = granules;
        begin();
    }

    private void begin() throws IOException {
        cluster = new TestCluster(directory);
        cluster.grants = grant -> mixesNumaNodes ? mixed(grant) : grant;
        disk = new TestDisk(cluster.clock, directory.resolve("ssd"), giverName(), 192L << 20);
        watched = new WatchedDisk(disk.disk);
        watched.writes = write -> mixesNumaNodes ? mixed(write) : write;
        if (isFromSsd()) {
            cluster.disks.put(giverName(), watched);
        }
        giver = cluster.start("giver", granules);
        node = cluster.start("node", granules);
        engines = ranks(node, "node");
        givers = giverName().equals("node") ? engines : ranks(giver, "giver");
    }

    private List<TestEngine> ranks(Node of, String name) {
        return IntStream.range(0, layout.ranks())
                .mapToObj(rank -> new TestEngine(
                        cluster, of, cluster.pool(name), "engine on " + name, new TestEngine.Rank(rank, layout)))
                .toList();
    }

    private boolean isFromSsd() {
        return source == StagedSource.PEER_SSD || source == StagedSource.LOCAL_SSD;
    }

    private String giverName() {
        return source == StagedSource.LOCAL_SSD || source == StagedSource.SAVE ? "node" : "giver";
    }

    /// From now on the source says other NUMA nodes of its slots.
    void mixNumaNodes() {
        mixesNumaNodes = true;
    }

    private static TransferGrant mixed(TransferGrant grant) {
        List<StoredBlock> blocks = grant.blocks().stream()
                .map(block -> new StoredBlock(IntStream.range(0, block.slots().size())
                        .mapToObj(i -> onNode(block.slots().get(i), 1 + i % 2))
                        .toList()))
                .toList();
        return new TransferGrant(grant.lock(), grant.lockNanos(), blocks, grant.absence());
    }

    private static Slot onNode(Slot slot, int numaNode) {
        return new Slot(numaNode, slot.extent(), slot.checksum());
    }

    private static SsdWrite mixed(SsdWrite write) {
        List<SsdSlot> slots = IntStream.range(0, write.slots().size())
                .mapToObj(i -> {
                    SsdSlot slot = write.slots().get(i);
                    return new SsdSlot(slot.bytes(), slot.checksum(), 1 + i % 2);
                })
                .toList();
        return new SsdWrite(write.key(), write.layout(), slots);
    }

    /// The source has these; the node has none of them in memory.
    void offer(List<BlockHash> hashes) throws IOException {
        offered = hashes;
        switch (source) {
            case SAVE -> {}
            case PEER_MEMORY -> save(givers, "offer", hashes);
            case PEER_SSD, LOCAL_SSD -> {
                for (int at = 0; at < hashes.size(); at += 8) {
                    save(givers, "offer" + at, hashes.subList(at, Math.min(at + 8, hashes.size())));
                }
                close();
                begin();
            }
            case PROMOTION_TO_BUFFER, PROMOTION_TO_MAIN -> throw noSource();
        }
    }

    private static AssertionError noSource() {
        return new AssertionError("promotions have a test of their own");
    }

    /// All ranks write and seal; on an SSD it is when this is over.
    private void save(List<TestEngine> ranks, String request, List<BlockHash> hashes) {
        ranks.forEach(rank -> seal(rank, write(rank, request, hashes)));
        if (isFromSsd()) {
            HandoffReport report = cluster.ok(then -> ranks.getFirst()
                    .node
                    .awaitHandoff(
                            new AwaitHandoff(ranks.getFirst().id, request, HandoffLevel.ON_SSD, SECOND / 2), then));
            if (!report.isComplete()) {
                throw new AssertionError("not all is on SSD: " + report);
            }
        }
    }

    private static void seal(TestEngine rank, List<ReservedBlock> written) {
        if (!written.isEmpty()) {
            rank.seal(written);
        }
    }

    /// Writes a rank's slots of those blocks that it gets room for.
    ///
    /// @return what to seal
    List<ReservedBlock> write(TestEngine rank, String request, List<BlockHash> hashes) {
        List<Reservation> reservations = hashes.isEmpty() ? List.of() : rank.reserve(request, hashes);
        List<ReservedBlock> written = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            if (reservations.get(i) instanceof Reservation.Granted(long number, List<Extent> extents)) {
                List<Integer> slots = layout.slotsOfRank(rank.rank);
                for (int slot = 0; slot < slots.size(); slot++) {
                    rank.pool.slice(extents.get(slot)).fill(byteOf(hashes.get(i), slots.get(slot)));
                }
                written.add(new ReservedBlock(hashes.get(i), number));
            }
        }
        return written;
    }

    static byte byteOf(BlockHash hash, int slot) {
        return (byte) (TestEngine.byteOf(hash) + 37 * slot);
    }

    /// The engines that ask, by rank.
    List<TestEngine> engines() {
        return engines;
    }

    /// A source that is written by engines has them write what it offers of these now; then the node is asked for them.
    QueryReply.Ready bring(String request, List<BlockHash> hashes) {
        if (source == StagedSource.SAVE) {
            for (BlockHash hash : hashes.stream().filter(offered::contains).toList()) {
                save(engines, request, List.of(hash)); // whole blocks: a rank alone would take all the room
            }
        }
        return engines.getFirst().query(request, hashes);
    }

    /// Asks for the same under each of these names at one time, and lets the time of the deadline pass.
    List<QueryReply> ask(List<String> requests, List<BlockHash> hashes, long deadlineNanos) {
        TestEngine first = engines.getFirst();
        List<QueryReply> replies = new ArrayList<>();
        for (String request : requests) {
            node.query(
                    new Query(first.id, first.registered.poolNonce(), request, hashes, deadlineNanos, deadlineNanos),
                    answer -> replies.add(((Answer.Ok<QueryReply>) answer).value()));
        }
        cluster.clock.pass(deadlineNanos);
        return replies;
    }

    /// Of the block of this index, and of none before, the source gives only the first slots.
    void cutShort(int index, BlockHash hash) throws IOException {
        switch (source) {
            case SAVE -> {
                save(engines, "cut", offered.subList(0, index));
                engines.getFirst().seal(write(engines.getFirst(), "cut", offered.subList(index, index + 1)));
                offered = List.of();
            }
            case PEER_MEMORY, PEER_SSD -> cluster.faults.add(new ReadFault.CutShort(index * layout.slotCount() + 1));
            case LOCAL_SSD -> ssdFiles().cut(byteOf(hash, 1));
            case PROMOTION_TO_BUFFER, PROMOTION_TO_MAIN -> throw noSource();
        }
    }

    /// A byte of the block of this index is another one than was sealed.
    void corrupt(int index, BlockHash hash) throws IOException {
        switch (source) {
            case SAVE -> {
                save(engines, "saved", offered);
                QueryReply.Ready saved = engines.getFirst().query("saved", offered);
                Extent extent = saved.blocks().get(index).slots().get(1).extent();
                cluster.pool("node").slice(extent).asByteBuffer().put(100, (byte) ~byteOf(hash, 1));
                release(saved);
            }
            case PEER_MEMORY, PEER_SSD ->
                cluster.faults.add(new ReadFault.Corrupt(index * layout.slotCount() + 1, 100));
            case LOCAL_SSD -> ssdFiles().flip(byteOf(hash, 1));
            case PROMOTION_TO_BUFFER, PROMOTION_TO_MAIN -> throw noSource();
        }
    }

    private SsdFiles ssdFiles() {
        return new SsdFiles(directory.resolve("ssd"));
    }

    /// What fills these blocks stops in the middle, and nobody waits for it any more; it may still write.
    void cancelUnderWay(List<BlockHash> hashes) {
        switch (source) {
            case SAVE -> {
                cluster.heldLocks.add(Path.of(engines.getFirst().registered.lockPath()));
                engines.forEach(rank -> write(rank, "cancelled", hashes));
                engines.forEach(rank -> node.deregister(rank.id, rank.rank));
                cluster.clock.pass(MILLI);
            }
            case PEER_MEMORY, PEER_SSD -> {
                cluster.faults.add(new ReadFault.Hang());
                ask(List.of("cancelled"), hashes, 200 * MILLI);
            }
            case LOCAL_SSD -> cancelWhileTheDiskHangs(hashes);
            case PROMOTION_TO_BUFFER, PROMOTION_TO_MAIN -> throw noSource();
        }
    }

    /// Behind the deadline of its reads.
    void cancelWhileTheDiskHangs(List<BlockHash> hashes) {
        disk.hang();
        ask(List.of("cancelled"), hashes, 200 * MILLI);
        cluster.clock.pass(cluster.ssd.readNanos() - 100 * MILLI);
    }

    /// It is over now.
    void endWriter() {
        cluster.heldLocks.clear();
        disk.goOn();
        cluster.clock.pass(2 * SECOND);
    }

    /// How many leading blocks have the bytes of their hashes, slot by slot, and the checksums of these.
    int good(QueryReply.Ready ready, List<BlockHash> hashes) {
        int good = 0;
        while (good < ready.blocks().size() && isGood(ready.blocks().get(good), hashes.get(good))) {
            good++;
        }
        return good;
    }

    private boolean isGood(StoredBlock block, BlockHash hash) {
        for (int slot = 0; slot < layout.slotCount(); slot++) {
            Slot of = block.slots().get(slot);
            MemorySegment bytes = cluster.pool("node").slice(of.extent());
            byte[] expected = new byte[(int) layout.slotBytes()];
            Arrays.fill(expected, byteOf(hash, slot));
            if (bytes.mismatch(MemorySegment.ofArray(expected)) != -1
                    || cluster.pool("node").checksum(of.extent()) != of.checksum()) {
                return false;
            }
        }
        return true;
    }

    /// Every rank gives its use of the lease back.
    void release(QueryReply.Ready ready) {
        engines.forEach(rank -> rank.release(ready));
    }

    long gauge(String name) {
        return cluster.gauge(node, name);
    }

    @Override
    public void close() {
        disk.goOn();
        cluster.clock.pass(MILLI);
        disk.close();
        cluster.close();
    }
}
