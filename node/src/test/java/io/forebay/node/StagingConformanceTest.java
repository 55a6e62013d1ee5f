package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.KvLayout;
import io.forebay.memory.ssd.format.SlotEntry;
import io.forebay.memory.ssd.terms.ReadOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every source of blocks has in common, and where its row of the table makes a difference. Each is real, behind a
/// real node: see [StagingRig]. Promotions, which nobody waits for, are in [PromotionTest].
class StagingConformanceTest {
    /// 2 layers, 2 ranks, one granule a slot.
    private static final KvLayout SMALL = new KvLayout(2, 2, 2_048, 1);

    private static final List<BlockHash> PROMPT = hashes("prompt", 8);

    @TempDir
    Path directory;

    private @Nullable StagingRig opened;

    private StagingRig rig(StagedSource source, KvLayout layout, int granules) throws IOException {
        StagingRig rig = new StagingRig(source, layout, directory, granules);
        opened = rig;
        return rig;
    }

    private StagingRig rig() {
        return Objects.requireNonNull(opened);
    }

    /// A pool of 32 blocks.
    private StagingRig rig(StagedSource source) throws IOException {
        return rig(source, SMALL, 128);
    }

    @AfterEach
    void nothingLeaks() {
        rig().cluster.clock.pass(10 * SECOND);
        assertEquals(0, rig().gauge("pool_held_bytes"), "every lease was released");
        assertEquals(0, rig().gauge("pool_quarantined_bytes"));
        assertEquals(0, rig().gauge("pool_passing_bytes"));
        assertEquals(rig().gauge("blocks_resident") * rig().blockBytes, rig().gauge("pool_used_bytes"));
        rig().close();
    }

    private Outcome hit() {
        return switch (rig().source) {
            case SAVE -> Outcome.MEMORY;
            case PEER_MEMORY, PEER_SSD -> Outcome.PEER;
            case LOCAL_SSD -> Outcome.SSD;
            case PROMOTION_TO_BUFFER, PROMOTION_TO_MAIN -> throw new AssertionError("see PromotionTest");
        };
    }

    private boolean staysResident() {
        return rig().source == StagedSource.SAVE || rig().source == StagedSource.PEER_MEMORY;
    }

    private void assertHits(int count, QueryReply.Ready ready, List<BlockHash> asked) {
        List<Outcome> hits = ready.outcomes().stream().filter(Outcome::isHit).toList();
        assertEquals(Collections.nCopies(count, hit()), hits, ready.outcomes()::toString);
        assertEquals(count, ready.blocks().size());
        assertEquals(count, rig().good(ready, asked), "blocks with their own bytes, from the first on");
    }

    private Outcome miss(QueryReply.Ready ready) {
        return ready.outcomes().get(ready.blocks().size());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void blocksComeInTheOrderInWhichTheyAreWanted(StagedSource source) throws IOException {
        rig(source).offer(PROMPT);
        List<BlockHash> reversed = PROMPT.reversed();
        QueryReply.Ready ready = rig().bring("q", reversed);
        assertHits(8, ready, reversed);
        rig().release(ready);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void aHoleInTheMiddleEndsWhatComes(StagedSource source) throws IOException {
        List<BlockHash> holed = new ArrayList<>(PROMPT);
        holed.remove(3);
        rig(source).offer(holed);
        QueryReply.Ready ready = rig().bring("q", PROMPT);
        assertHits(3, ready, PROMPT);
        rig().release(ready);
        if (source == StagedSource.SAVE) {
            QueryReply.Ready behind = rig().bring("behind", PROMPT.subList(4, 8));
            assertHits(4, behind, PROMPT.subList(4, 8));
            rig().release(behind);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void aBlockThatIsFilledInPartIsNoBlock(StagedSource source) throws IOException {
        rig(source).offer(PROMPT);
        rig().cutShort(3, PROMPT.get(3));
        QueryReply.Ready ready = rig().bring("q", PROMPT);
        assertHits(3, ready, PROMPT);
        Outcome expected = switch (source) {
            case SAVE -> Outcome.MISS_NO_OWNER;
            case PEER_MEMORY, PEER_SSD -> Outcome.MISS_TRANSFER_ERROR;
            case LOCAL_SSD -> Outcome.MISS_CORRUPT;
            case PROMOTION_TO_BUFFER, PROMOTION_TO_MAIN -> throw new AssertionError("see PromotionTest");
        };
        assertEquals(expected, miss(ready));
        rig().release(ready);
        if (source == StagedSource.SAVE) {
            rig().engines().forEach(rank -> rig().node.deregister(rank.id, rank.rank)); // the rest is never sealed
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void otherBytesThanWereSealedAreNeverServedAsTheBlock(StagedSource source) throws IOException {
        rig(source).offer(PROMPT);
        rig().corrupt(3, PROMPT.get(3));
        QueryReply.Ready ready = rig().bring("q", PROMPT);
        assertEquals(3, rig().good(ready, PROMPT));
        if (source == StagedSource.SAVE) {
            assertEquals(8, ready.blocks().size(), "what an engine changes after its seal is seen by whoever verifies");
        } else {
            assertHits(3, ready, PROMPT);
            assertEquals(Outcome.MISS_CORRUPT, miss(ready));
            NodeStats stats = rig().cluster.stats(rig().node);
            assertEquals(1, stats.outcomes().get(Outcome.MISS_CORRUPT));
            assertEquals(
                    source == StagedSource.LOCAL_SSD ? 0 : 1, stats.attempts().get(AttemptCause.CHECKSUM));
        }
        rig().release(ready);
    }

    /// In a pool of 12 blocks, 9 of which an engine is writing.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void whatFitsComesWhereThereIsNoRoomForAll(StagedSource source) throws IOException {
        rig(source, SMALL, 48).offer(PROMPT);
        List<List<ReservedBlock>> filling = write("fill", hashes("fill", 9));
        if (source == StagedSource.SAVE) {
            List<List<ReservedBlock>> fitting = write("r", PROMPT);
            fitting.forEach(blocks -> assertEquals(
                    PROMPT.subList(0, 3),
                    blocks.stream().map(ReservedBlock::hash).toList()));
            assertEquals(12 * rig().blockBytes, rig().gauge("pool_used_bytes"));
            abort(fitting);
        } else {
            QueryReply.Ready ready = rig().bring("q", PROMPT);
            assertHits(3, ready, PROMPT);
            assertEquals(Outcome.MISS_LOCAL_PRESSURE, miss(ready));
            assertEquals(12 * rig().blockBytes, rig().gauge("pool_used_bytes"));
            rig().release(ready);
        }
        abort(filling);
    }

    /// All ranks write block by block, so that none of them takes all the room.
    ///
    /// @return what each could write
    private List<List<ReservedBlock>> write(String request, List<BlockHash> hashes) {
        List<List<ReservedBlock>> written = rig().engines().stream()
                .map(rank -> (List<ReservedBlock>) new ArrayList<ReservedBlock>())
                .toList();
        for (BlockHash hash : hashes) {
            for (TestEngine rank : rig().engines()) {
                written.get(rank.rank).addAll(rig().write(rank, request, List.of(hash)));
            }
        }
        return written;
    }

    private void abort(List<List<ReservedBlock>> blocks) {
        for (int rank = 0; rank < blocks.size(); rank++) {
            abort(rank, blocks.get(rank));
        }
    }

    private void abort(int rank, List<ReservedBlock> blocks) {
        TestEngine engine = rig().engines().get(rank);
        List<SealOutcome> outcomes =
                rig().cluster.ok(then -> rig().node.abort(new Abort(engine.id, engine.rank, blocks), then));
        assertEquals(Collections.nCopies(blocks.size(), SealOutcome.DONE), outcomes);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void whatIsCancelledUnderWayIsInQuarantineUntilItsWriterIsGone(StagedSource source) throws IOException {
        rig(source).offer(PROMPT);
        rig().cancelUnderWay(PROMPT);
        assertEquals(8 * rig().blockBytes, rig().gauge("pool_quarantined_bytes"));
        assertEquals(8 * rig().blockBytes, rig().gauge("pool_used_bytes"));
        assertEquals(0, rig().gauge("pool_passing_bytes"), "nobody waits for it any more");
        assertEquals(0, rig().gauge("blocks_resident"));
        rig().endWriter();
        assertEquals(0, rig().gauge("pool_used_bytes"));
    }

    @Test
    void whatAnOwnersHangingSsdReadsIntoIsInQuarantineAtTheOwner() throws IOException {
        rig(StagedSource.PEER_SSD).offer(PROMPT);
        rig().cancelWhileTheDiskHangs(PROMPT);
        Node owner = rig().giver;
        assertEquals(8 * rig().blockBytes, rig().cluster.gauge(owner, "pool_quarantined_bytes"));
        assertEquals(0, rig().gauge("pool_used_bytes"));
        rig().endWriter();
        assertEquals(0, rig().cluster.gauge(owner, "pool_used_bytes"));
        assertEquals(0, rig().cluster.gauge(owner, "transfer_locks"));
    }

    @Test
    void aDeviceThatReadsOtherSlotsThanTheLayoutHasIsNotBelieved() throws IOException {
        rig(StagedSource.LOCAL_SSD).offer(PROMPT);
        rig().watched.reads = outcome -> outcome instanceof ReadOutcome.Loaded(List<SlotEntry> slots)
                ? new ReadOutcome.Loaded(slots.subList(0, 3))
                : outcome;
        QueryReply.Ready ready = rig().bring("q", PROMPT);
        assertHits(0, ready, PROMPT);
        assertEquals(Outcome.MISS_CORRUPT, miss(ready));
    }

    /// Each asks for room of its own, which has to be made first; by then the other one is reading.
    @Test
    void roomForWhatAnotherReadingBringsGoesBack() throws IOException {
        rig(StagedSource.LOCAL_SSD, SMALL, 64).offer(PROMPT);
        List<List<ReservedBlock>> filling = write("fill", hashes("fill", 13));
        rig().engines().forEach(rank -> rank.seal(filling.get(rank.rank)));
        rig().cluster.clock.pass(SECOND);
        for (QueryReply reply : rig().ask(List.of("q1", "q2"), PROMPT, SECOND)) {
            QueryReply.Ready ready = (QueryReply.Ready) reply;
            assertHits(8, ready, PROMPT);
            rig().release(ready);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void aBatchLargerThanOnePartComesWhole(StagedSource source) throws IOException {
        KvLayout large = new KvLayout(2, 2, 64 << 10, 1);
        int part = DiskReading.partBlocks(large);
        List<BlockHash> prompt = hashes("prompt", part + 6);
        rig(source, large, 100 * 128).offer(prompt);
        QueryReply.Ready ready = rig().bring("q", prompt);
        assertHits(part + 6, ready, prompt);
        assertEquals((part + 6) * rig().blockBytes, rig().gauge("pool_used_bytes"));
        rig().release(ready);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void aSlotIsOnTheNumaNodeOfThisPoolWhereverItWasBefore(StagedSource source) throws IOException {
        rig(source).mixNumaNodes();
        rig().offer(PROMPT);
        QueryReply.Ready ready = rig().bring("q", PROMPT);
        assertHits(8, ready, PROMPT);
        for (StoredBlock block : ready.blocks()) {
            assertEquals(
                    List.of(0, 0, 0, 0),
                    block.slots().stream().map(Slot::numaNode).toList());
        }
        rig().release(ready);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "PROMOTION.*")
    void whatComesIsCountedAsItsRowSays(StagedSource source) throws IOException {
        rig(source).offer(PROMPT);
        QueryReply.Ready ready = rig().bring("q", PROMPT);
        rig().cluster.clock.pass(10 * MILLI);
        long all = 8 * rig().blockBytes;
        NodeStats stats = rig().cluster.stats(rig().node);
        assertEquals(all, stats.gauges().get("pool_used_bytes"));
        assertEquals(all, stats.gauges().get("pool_held_bytes"));
        assertEquals(0, stats.gauges().get("pool_wasted_bytes"));
        assertEquals(staysResident() ? 0 : all, stats.gauges().get("pool_passing_bytes"));
        assertEquals(staysResident() ? 8 : 0, stats.gauges().get("blocks_resident"));
        assertEquals(staysResident() ? 8 : 0, stats.gauges().get("ledger_registered_keys"));
        assertEquals(8, stats.outcomes().get(hit()));
        assertEquals(source == StagedSource.SAVE ? 8 : 0, stats.counts().get("save_blocks_sealed"));
        assertEquals(source == StagedSource.SAVE ? all : 0, stats.counts().get("save_bytes_sealed"));
        boolean isPeer = source == StagedSource.PEER_MEMORY || source == StagedSource.PEER_SSD;
        assertEquals(isPeer ? 1 : 0, stats.attempts().get(AttemptCause.COMPLETE));
        assertTrue(stats.fabricBytes().values().stream().allMatch(bytes -> bytes == (isPeer ? all : 0)));
        rig().release(ready);
        assertEquals(staysResident() ? all : 0, rig().gauge("pool_used_bytes"));
    }
}
