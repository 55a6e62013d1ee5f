package io.forebay.node;

import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.eviction.EvictionKind;
import io.forebay.core.eviction.SpareFirst;
import io.forebay.core.extent.Extent;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.HandoffLeases;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.session.NodeId;
import io.forebay.memory.Allocation;
import io.forebay.memory.Checksum;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolSettings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The builder alone, on a real pool of 16 blocks with real room, and a source that is this test.
class StagedBlockBuilderTest {
    /// 3 slots of one granule.
    private static final KvLayout LAYOUT = new KvLayout(3, 1, 2_048, 1);

    private static final long BLOCK = 3 * 4_096;
    private static final List<BlockHash> FOUR = hashes("four", 4);

    @TempDir
    Path directory;

    private final StepClock clock = new StepClock();
    private Pool pool;
    private Residents residents;
    private Room room;
    private Staging staging;
    private NamespaceBlocks home;

    @BeforeEach
    void open() throws IOException {
        pool = Pool.create(new PoolSettings(directory, 16 * BLOCK, 4_096, 1, 16 * BLOCK), "node", 1, 7);
        RegistrationLedger ledger = new RegistrationLedger(100);
        Diary diary = Diary.of(clock.loop(), NodeSettings.Recording.OFF);
        residents = new Residents(
                new SpareFirst<>(EvictionKind.LRU, 16, () -> 1),
                ledger,
                new HandoffLeases(pool.capacityBytes() / 2, SECOND),
                diary);
        room = new Room(parts(), residents, diary);
        staging = new Staging(pool, room, residents);
        home = residents.namespace(new Namespace("m", "", LAYOUT.fingerprint()), LAYOUT);
    }

    private NodeParts parts() {
        PeerDialer nobody = new PeerDialer() {
            @Override
            public PeerProtocol dial(String address) {
                throw new AssertionError("no peers here");
            }

            @Override
            public void hangUp(PeerProtocol connection) {}
        };
        return new NodeParts(
                NodeSettings.defaults(new NodeId("node"), 1, "host", "node"),
                clock.loop(),
                clock.movers(),
                pool,
                List.of(),
                new TestMaster(clock),
                nobody,
                path -> false,
                () -> 1,
                new NodeCounters());
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private StagedRoom reserve(int count) {
        List<StagedRoom> answers = new ArrayList<>();
        staging.reserve(home, count, answers::add);
        clock.pass(SECOND);
        return answers.getFirst();
    }

    private StagedBlockBuilder build(StagedSource source, List<BlockHash> hashes) {
        return reserve(hashes.size()).build(source, home, hashes);
    }

    /// Has the source fill the leading blocks with what it says they are.
    private void fill(StagedBlockBuilder builder, int count) {
        for (int block = 0; block < count; block++) {
            for (MemorySegment target : builder.targets(block)) {
                target.fill((byte) (block + 1));
            }
        }
        take(builder, count, slots(LAYOUT.slotBytes(), builder, count));
    }

    private List<List<StagedSlot>> slots(long lengthBytes, StagedBlockBuilder builder, int count) {
        return IntStream.range(0, count)
                .mapToObj(block -> builder.targets(block).stream()
                        .map(target -> new StagedSlot(lengthBytes, Checksum.of(target)))
                        .toList())
                .toList();
    }

    private static int take(StagedBlockBuilder builder, int count, List<List<StagedSlot>> said) {
        StagedCheck check = builder.check(count, said::get);
        int good = check.run();
        builder.take(check);
        return good;
    }

    private void letGo(StagedSource source, List<ResidentBlock> blocks) {
        if (source.isHeld) {
            room.unhold(blocks);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotFilledGoesBackAtOnceIfTheSourceIsOver(StagedSource source) {
        StagedBlockBuilder builder = build(source, FOUR);
        fill(builder, 3);
        assertEquals(3, builder.admit().size());
        builder.over();
        builder.giveBack("source");
        assertEquals(0, pool.quarantinedBytes());
        assertEquals(3 * BLOCK, pool.usedBytes());
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotFilledWaitsForTheSourceToBeOver(StagedSource source) {
        StagedBlockBuilder builder = build(source, FOUR);
        fill(builder, 1);
        builder.admit();
        builder.giveBack("source");
        assertEquals(3 * BLOCK, pool.quarantinedBytes("source"));
        builder.over();
        builder.over();
        builder.giveBack("source");
        assertEquals(0, pool.quarantinedBytes());
        assertEquals(BLOCK, pool.usedBytes());
    }

    @Test
    void aBlockBehindAHoleIsAdmittedOnceTheHoleIsFilled() {
        StagedBlockBuilder builder = build(StagedSource.SAVE, FOUR.subList(0, 2));
        seal(builder, 1, List.of(0, 1, 2));
        seal(builder, 0, List.of(0, 2));
        assertEquals(List.of(), builder.admit());
        seal(builder, 0, List.of(1));
        List<BlockHash> admitted =
                builder.admit().stream().map(block -> block.key.hash()).toList();
        assertEquals(FOUR.subList(0, 2), admitted);
    }

    private static void seal(StagedBlockBuilder builder, int block, List<Integer> slots) {
        StagedCheck check = builder.check(block, slots);
        check.run();
        builder.take(check);
    }

    @ParameterizedTest
    @EnumSource
    void aBlockThatHasComeOtherwiseMeanwhileIsTakenFromThere(StagedSource source) {
        StagedBlockBuilder builder = build(source, FOUR);
        StagedBlockBuilder other = build(source, FOUR.subList(1, 2));
        fill(other, 1);
        ResidentBlock there = other.admit().getFirst();
        fill(builder, 4);
        List<ResidentBlock> admitted = builder.admit();
        assertSame(there, admitted.get(1));
        assertEquals(4 * BLOCK, pool.usedBytes());
        assertEquals(source.isHeld ? 2 : 0, there.holds);
        letGo(source, admitted);
        letGo(source, List.of(there));
        assertEquals(0, residents.heldBytes());
    }

    /// The pool is so full that whatever nothing holds is evicted at the next occasion.
    @Test
    void aBlockThatHasComeOtherwiseIsHeldBeforeItsSecondCopyIsFreed() {
        StagedBlockBuilder builder = build(StagedSource.PEER_MEMORY, FOUR.subList(0, 1));
        StagedBlockBuilder other = build(StagedSource.SAVE, FOUR.subList(0, 1));
        fill(other, 1);
        ResidentBlock there = other.admit().getFirst();
        residents.hold(there);
        StagedRoom rest = reserve(14);
        residents.unhold(there);
        fill(builder, 1);
        assertSame(there, builder.admit().getFirst());
        assertEquals(ResidentBlock.State.RESIDENT, there.state);
        assertSame(there, home.find(FOUR.getFirst()));
        assertEquals(14, rest.blocks());
        assertEquals(15 * BLOCK, pool.usedBytes());
    }

    @ParameterizedTest
    @EnumSource(names = {"PEER_MEMORY", "PEER_SSD", "LOCAL_SSD"})
    void aBlockThatTheSourceDescribesOtherwiseThanItsLayoutIsNotGood(StagedSource source) {
        StagedBlockBuilder builder = build(source, FOUR.subList(0, 2));
        List<List<StagedSlot>> longer = slots(LAYOUT.slotBytes() + 1, builder, 2);
        assertEquals(0, take(builder, 2, longer));
        List<List<StagedSlot>> right = slots(LAYOUT.slotBytes(), builder, 2);
        assertEquals(1, take(builder, 2, List.of(right.get(0), right.get(1).subList(0, 2))));
        assertEquals(1, builder.admit().size());
    }

    @ParameterizedTest
    @EnumSource(names = {"PEER_MEMORY", "PEER_SSD"})
    void whatTheSourceSaysIsComparedWithEverySlot(StagedSource source) {
        for (int slot = 0; slot < 3; slot++) {
            StagedBlockBuilder builder = build(source, FOUR.subList(0, 2));
            List<List<StagedSlot>> said = slots(LAYOUT.slotBytes(), builder, 2);
            MemorySegment target = builder.targets(1).get(slot);
            target.set(ValueLayout.JAVA_BYTE, 4_095, (byte) ~target.get(ValueLayout.JAVA_BYTE, 4_095));
            assertEquals(1, take(builder, 2, said), "slot " + slot);
            builder.over();
            builder.giveBack("source");
        }
    }

    @Test
    void aSlotThatWasGivenBackIsNotSealedByALateCheck() {
        StagedBlockBuilder builder = build(StagedSource.SAVE, FOUR.subList(0, 1));
        StagedCheck late = builder.check(0, List.of(0, 1, 2));
        late.run();
        builder.giveBack(0, List.of(1));
        assertEquals(2 * 4_096, pool.usedBytes());
        List<StagedRoom> again = new ArrayList<>();
        staging.reserve(LAYOUT, List.of(1), 1, slot -> Pool.ANYWHERE, again::add);
        again.getFirst().give(builder, 0);
        builder.take(late);
        assertEquals(List.of(), builder.admit());
    }

    @Test
    void whatIsSealedStaysSealed() {
        StagedBlockBuilder builder = build(StagedSource.SAVE, FOUR.subList(0, 1));
        seal(builder, 0, List.of(0));
        assertThrows(Invariant.Broken.class, () -> builder.giveBack(0, List.of(0)));
        seal(builder, 0, List.of(0));
        seal(builder, 0, List.of(0));
        assertEquals(List.of(), builder.admit());
    }

    @Test
    void whatWasGivenBackIsNotAdmitted() {
        StagedBlockBuilder builder = build(StagedSource.PEER_MEMORY, FOUR);
        builder.giveBack("source");
        fill(builder, 4);
        assertEquals(List.of(), builder.admit());
        assertNull(home.find(FOUR.getFirst()));
    }

    @Test
    void onlyWhatPassesCountsAsPassingFromItsBeginningToItsEnd() {
        StagedBlockBuilder peers = build(StagedSource.PEER_MEMORY, FOUR);
        assertEquals(0, residents.passingBytes());
        StagedBlockBuilder own = build(StagedSource.LOCAL_SSD, hashes("own", 4));
        assertEquals(4 * BLOCK, residents.passingBytes());
        fill(own, 2);
        List<ResidentBlock> admitted = own.admit();
        assertEquals(4 * BLOCK, residents.passingBytes());
        own.giveBack("source");
        assertEquals(2 * BLOCK, residents.passingBytes());
        room.unhold(admitted);
        assertEquals(0, residents.passingBytes());
        own.over();
        assertEquals(peers.bytes(), pool.usedBytes());
    }

    @Test
    void roomThatNoBlockTakesIsFree() {
        StagedRoom room = reserve(4);
        StagedBlockBuilder builder = room.build(StagedSource.PEER_MEMORY, home, FOUR.subList(0, 3));
        assertEquals(3, builder.size());
        assertEquals(1, room.blocks());
        room.giveBack();
        room.giveBack();
        assertEquals(3 * BLOCK, pool.usedBytes());
    }

    @Test
    void asManyLeadingBlocksAreBegunAsThereIsRoomFor() {
        StagedBlockBuilder builder = reserve(20).build(StagedSource.PEER_MEMORY, home, hashes("many", 20));
        assertEquals(16, builder.size());
        assertEquals(16 * BLOCK, builder.bytes());
    }

    @Test
    void anExtentOfAnotherLengthThanTheLayoutSaysIsABrokenInvariant() {
        StagedBlockBuilder builder = new StagedBlockBuilder(staging, StagedSource.SAVE, home, FOUR.subList(0, 1));
        Extent longer = ((Allocation.Granted) pool.allocate(4_097)).extent();
        assertThrows(Invariant.Broken.class, () -> builder.give(0, List.of(0), List.of(longer)));
    }
}
