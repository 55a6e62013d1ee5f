package io.forebay.node;

import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SaveTest {
    private static final List<BlockHash> TWO = hashes("a", 2);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node node;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        node = cluster.start("node", 32);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "engine");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private TestEngine engine(String name) {
        return new TestEngine(cluster, node, cluster.pool("node"), name);
    }

    @Test
    void aSealedBlockIsFoundWithItsBytes() {
        engine.save("r", TWO);
        var ready = engine.query("q", TWO);
        assertEquals(2, ready.blocks().size());
        assertTrue(engine.reads(TWO.get(0), ready.blocks().get(0)));
        assertTrue(engine.reads(TWO.get(1), ready.blocks().get(1)));
    }

    @Test
    void anUnsealedBlockIsInvisible() {
        engine.write("r", TWO);
        assertEquals(0, engine.query("q", TWO).blocks().size());
    }

    @Test
    void aSecondSealChangesNothing() {
        List<ReservedBlock> written = engine.write("r", TWO);
        assertEquals(List.of(SealOutcome.DONE, SealOutcome.DONE), engine.seal(written));
        assertEquals(List.of(SealOutcome.ALREADY_SEALED, SealOutcome.ALREADY_SEALED), engine.seal(written));
        assertEquals(2, cluster.gauge(node, "blocks_resident"));
    }

    @Test
    void aBlockSealedTwiceInOneCallIsSealedOnce() {
        List<ReservedBlock> written = engine.write("r", TWO.subList(0, 1));
        ReservedBlock block = written.getFirst();
        assertEquals(List.of(SealOutcome.DONE, SealOutcome.ALREADY_SEALED), engine.seal(List.of(block, block)));
        assertEquals(1, cluster.gauge(node, "blocks_resident"));
    }

    @Test
    void anotherInstanceCannotSeal() {
        List<ReservedBlock> written = engine.write("r", TWO);
        TestEngine other = engine("other");
        assertEquals(List.of(SealOutcome.OTHER_INSTANCE, SealOutcome.OTHER_INSTANCE), other.seal(written));
        assertEquals(0, other.query("q", TWO).blocks().size());
    }

    @Test
    void aSealOfAnEarlierReservationDoesNothing() {
        List<ReservedBlock> early = engine.write("r", TWO);
        cluster.<List<SealOutcome>>ok(then -> node.abort(new Abort(engine.id, 0, early), then));
        List<ReservedBlock> late = engine.write("r2", TWO);
        assertEquals(List.of(SealOutcome.NOT_RESERVED, SealOutcome.NOT_RESERVED), engine.seal(early));
        assertEquals(0, engine.query("q", TWO).blocks().size());
        assertEquals(List.of(SealOutcome.DONE, SealOutcome.DONE), engine.seal(late));
    }

    @Test
    void anAbortOfAnEarlierReservationDoesNothing() {
        List<ReservedBlock> early = engine.write("r", TWO);
        cluster.<List<SealOutcome>>ok(then -> node.abort(new Abort(engine.id, 0, early), then));
        List<ReservedBlock> late = engine.write("r2", TWO);
        List<SealOutcome> again = cluster.ok(then -> node.abort(new Abort(engine.id, 0, early), then));
        assertEquals(List.of(SealOutcome.NOT_RESERVED, SealOutcome.NOT_RESERVED), again);
        assertEquals(List.of(SealOutcome.DONE, SealOutcome.DONE), engine.seal(late));
    }

    @Test
    void anAbortGivesEveryByteBack() {
        List<ReservedBlock> written = engine.write("r", TWO);
        cluster.<List<SealOutcome>>ok(then -> node.abort(new Abort(engine.id, 0, written), then));
        assertEquals(0, cluster.pool("node").usedBytes());
    }

    @Test
    void theSameRequestGetsTheSameExtentsAgainAndAnotherNone() {
        List<Reservation> first = engine.reserve("r", TWO);
        assertEquals(first, engine.reserve("r", TWO));
        assertInstanceOf(
                Reservation.InFlightElsewhere.class, engine.reserve("r2", TWO).getFirst());
        assertInstanceOf(
                Reservation.InFlightElsewhere.class,
                engine("other").reserve("r", TWO).getFirst());
    }

    @Test
    void aSaveOfAResidentBlockStoresNothing() {
        engine.save("r", TWO);
        long used = cluster.pool("node").usedBytes();
        assertInstanceOf(
                Reservation.Present.class, engine("other").reserve("r", TWO).getFirst());
        assertEquals(used, cluster.pool("node").usedBytes());
    }

    @Test
    void aBlockOfTwoRanksIsVisibleWhenBothHaveSealed() {
        KvLayout layout = new KvLayout(1, 2, 2_048, 1);
        TestEngine first = new TestEngine(cluster, node, cluster.pool("node"), "tp", new TestEngine.Rank(0, layout));
        TestEngine second = new TestEngine(cluster, node, cluster.pool("node"), "tp", new TestEngine.Rank(1, layout));
        first.save("r", TWO);
        assertEquals(0, first.query("q", TWO).blocks().size());
        second.save("r", TWO);
        assertEquals(2, first.query("q2", TWO).blocks().size());
    }

    @Test
    void aRankWithAnotherLayoutIsRefused() {
        InstanceId id = new InstanceId("engine");
        Registration other = new Registration(id, 0, "m", "", new KvLayout(3, 1, 2_048, 1));
        Answer<Registered> answer = cluster.answer(SECOND, then -> node.register(other, then));
        assertEquals("layout", assertInstanceOf(Answer.Refused.class, answer).field());
    }

    @Test
    void aLayoutWhoseBlockIsLargerThanThePoolIsRefused() {
        Registration large = new Registration(new InstanceId("large"), 0, "m", "", new KvLayout(64, 1, 1 << 20, 1));
        Answer<Registered> answer = cluster.answer(SECOND, then -> node.register(large, then));
        assertEquals("layout", assertInstanceOf(Answer.Refused.class, answer).field());
    }

    @Test
    void aRequestForAnotherPoolIsRefused() {
        Answer<List<Reservation>> answer =
                cluster.answer(SECOND, then -> node.reserve(new Reserve(engine.id, 99, "r", 0, TWO), then));
        assertEquals(
                "pool_nonce", assertInstanceOf(Answer.Refused.class, answer).field());
    }

    @Test
    void aRankThatTheLayoutLacksIsRefused() {
        long nonce = engine.registered.poolNonce();
        Answer<List<Reservation>> answer =
                cluster.answer(SECOND, then -> node.reserve(new Reserve(engine.id, nonce, "r", 1, TWO), then));
        assertEquals("rank", assertInstanceOf(Answer.Refused.class, answer).field());
    }

    @Test
    void whatAStoppedEngineHoldsIsGivenToNobodyUntilItsProcessIsGone() {
        cluster.heldLocks.add(Path.of(engine.registered.lockPath()));
        List<Reservation> reservations = engine.reserve("r", TWO);
        cluster.clock.pass(301 * SECOND);
        assertEquals(0, cluster.gauge(node, "blocks_in_flight"));
        assertEquals(4 * 4_096, cluster.pool("node").quarantinedBytes());

        TestEngine other = engine("other");
        for (Reservation reservation : other.reserve("s", hashes("b", 14))) {
            var granted = assertInstanceOf(Reservation.Granted.class, reservation);
            for (Reservation mine : reservations) {
                assertNotEquals(
                        ((Reservation.Granted) mine).extents().getFirst().offsetBytes(),
                        granted.extents().getFirst().offsetBytes());
            }
        }

        cluster.heldLocks.clear();
        cluster.clock.pass(2 * SECOND);
        assertEquals(0, cluster.pool("node").quarantinedBytes());
    }

    @Test
    void anEngineThatEndsInMidWriteLeavesNothingBehindOnceItsProcessIsGone() {
        cluster.heldLocks.add(Path.of(engine.registered.lockPath()));
        engine.write("r", TWO);
        node.deregister(engine.id, 0);
        cluster.clock.pass(5 * SECOND);
        assertEquals(4 * 4_096, cluster.pool("node").usedBytes());
        cluster.heldLocks.clear();
        cluster.clock.pass(2 * SECOND);
        assertEquals(0, cluster.pool("node").usedBytes());
    }

    @Test
    void anInstanceOverItsQuarantineCapGetsNoRoom() {
        cluster.heldLocks.add(Path.of(engine.registered.lockPath()));
        engine.write("r", hashes("a", 5));
        cluster.clock.pass(301 * SECOND);
        Reservation answer = engine.reserve("r2", hashes("c", 1)).getFirst();
        assertEquals(new Reservation.NoRoom(NoRoomReason.QUARANTINE), answer);
    }

    @Test
    void aLayoutThatFitsByBytesButNotInGranulesIsRefused() {
        Registration many = new Registration(new InstanceId("many"), 0, "m", "", new KvLayout(64, 1, 1, 1));
        Answer<Registered> answer = cluster.answer(SECOND, then -> node.register(many, then));
        assertEquals("layout", assertInstanceOf(Answer.Refused.class, answer).field());
    }

    @Test
    void aBarrierTellsWhatHadNoRoomFromWhatIsStillBeingWritten() {
        engine.save("r", hashes("a", 8));
        engine.query("q", hashes("a", 8));
        engine.reserve("s", hashes("b", 30));
        HandoffReport report = engine.handoff("s");
        assertEquals(8, report.unsealed());
        assertEquals(22, report.refused());
    }

    /// Both ask for room, which has to be made first; by the time it is there the other one is writing the block.
    @Test
    void roomForABlockThatAnotherEngineIsFasterToWriteGoesBack() {
        TestEngine other = engine("other");
        engine.save("fill", hashes("fill", 14));
        cluster.clock.pass(SECOND);
        long unused = 16 - cluster.gauge(node, "blocks_resident");
        List<BlockHash> more = hashes("more", (int) unused + 1);
        List<List<Reservation>> answers = new ArrayList<>();
        for (TestEngine each : List.of(engine, other)) {
            Reserve request = new Reserve(each.id, each.registered.poolNonce(), "r", 0, more);
            node.reserve(request, answer -> answers.add(((Answer.Ok<List<Reservation>>) answer).value()));
        }
        cluster.clock.pass(SECOND);
        assertInstanceOf(Reservation.Granted.class, answers.get(0).getFirst());
        assertEquals(Collections.nCopies(more.size(), new Reservation.InFlightElsewhere()), answers.get(1));
        long blocks = cluster.gauge(node, "blocks_resident") + more.size();
        assertEquals(blocks * 2 * 4_096, cluster.pool("node").usedBytes());
    }
}
