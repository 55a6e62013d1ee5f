package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.wire.proto.CommonProto.Blocks;
import io.forebay.wire.proto.CommonProto.SlotRun;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.PeerProto;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Replies that contradict themselves are refused by field; words of a later version are taken for the least they can
/// mean.
class MalformedReplyTest {
    private static final int UNKNOWN = 99;

    private final Samples samples = new Samples(7);

    private static void refuses(String message, Executable decode) {
        assertEquals(message, assertThrows(InvalidInput.class, decode).getMessage());
    }

    private static Blocks.Builder blocks(int perBlock, int slots) {
        return Blocks.newBuilder()
                .setSlotsPerBlock(perBlock)
                .addRuns(run(0, 8, 8, slots))
                .addGenerations(1)
                .addGenerationSlots(slots)
                .setChecksums(ByteString.copyFrom(new byte[4 * slots]));
    }

    private static SlotRun.Builder run(long offset, long length, long stride, int slots) {
        return SlotRun.newBuilder()
                .setOffset(offset)
                .setLength(length)
                .setStride(stride)
                .setSlots(slots);
    }

    private static void refuses(String message, Blocks.Builder blocks) {
        refuses(message, () -> SlotRunReader.fromWire(blocks.build()));
    }

    @Test
    void blocksWithoutSlotsAreRefused() {
        refuses("block.slots: has 0 for each block; it must be from 1 to 65536", blocks(0, 2));
        refuses("block.slots: has 4294967295 for each block; it must be from 1 to 65536", blocks(-1, 2));
    }

    @Test
    void slotsThatAreNoWholeNumberOfBlocksAreRefused() {
        refuses("block.slots: has 3 slots, which is no multiple of a block's 2", blocks(2, 3));
        refuses(
                "blocks.checksums: has 7 bytes; 4 make a checksum",
                blocks(1, 2).setChecksums(ByteString.copyFrom(new byte[7])));
    }

    @Test
    void columnsOfDifferentLengthsAreRefused() {
        refuses(
                "block.slots: has 2 checksums, 3 places and 2 generations",
                blocks(1, 2).addRuns(run(64, 8, 0, 1)));
        refuses(
                "block.slots: has 2 checksums, 2 places and 3 generations",
                blocks(1, 2).addGenerations(1).addGenerationSlots(1));
        refuses(
                "block.slots: has 3 checksums, 2 places and 2 generations",
                blocks(1, 2).setChecksums(ByteString.copyFrom(new byte[12])));
    }

    @Test
    void aRunThatStandsForMoreThanTheMessageHoldsIsRefused() {
        refuses(
                "block.slots: has 2 checksums, 8589934592 places and 2 generations",
                blocks(1, 2)
                        .clearRuns()
                        .addRuns(run(0, 8, 8, -1))
                        .addRuns(run(0, 8, 8, -1))
                        .addRuns(run(0, 8, 8, 2)));
        refuses("blocks.runs: has a run of 0 slots", blocks(1, 2).addRuns(run(0, 8, 8, 0)));
        refuses(
                "blocks.generation_slots: has a run of 0 slots",
                blocks(1, 2).addGenerations(1).addGenerationSlots(0));
        refuses("blocks.generations: has 2 entries for 1", blocks(1, 2).addGenerations(1));
    }

    @Test
    void moreBlocksThanAQueryCanAskForAreRefused() {
        refuses("block.slots: has 65537 blocks; the limit is 65536", blocks(1, 65_537));
    }

    @Test
    void slotsOfAnImpossiblePlaceAreRefused() {
        refuses("extent.length: is 0; it must be positive", blocks(1, 2).setRuns(0, run(0, 0, 8, 2)));
        refuses("extent.offset: is negative: -8", blocks(1, 2).setRuns(0, run(0, 8, -8, 2)));
        refuses(
                "slot_run.stride: overflows: " + (Long.MAX_VALUE / 2 + 1),
                blocks(1, 3).setRuns(0, run(0, 8, Long.MAX_VALUE / 2 + 1, 3)));
        refuses("slot_run.stride: overflows: " + Long.MAX_VALUE, blocks(1, 2).setRuns(0, run(8, 8, Long.MAX_VALUE, 2)));
    }

    @Test
    void extentsMustMatchTheGrants() {
        EngineProto.ReserveResponse granted = EngineReplies.reservationsToWire(
                List.of(new Reservation.Granted(5, List.of(samples.extent())), new Reservation.Present()));
        refuses(
                "extents: has fewer blocks than results grant",
                () -> EngineReplies.reservations(
                        granted.toBuilder().clearExtents().clearReservations().build(), 2));
        refuses(
                "reservations: has 1 entries for the extents of 0 blocks",
                () -> EngineReplies.reservations(
                        granted.toBuilder().clearExtents().build(), 2));
        refuses(
                "extents: has more blocks than results grant",
                () -> EngineReplies.reservations(
                        granted.toBuilder()
                                .setResults(0, EngineProto.ReserveResult.RESERVE_RESULT_PRESENT)
                                .build(),
                        2));
        refuses("results: has 2 entries for 3 hashes", () -> EngineReplies.reservations(granted, 3));
    }

    @Test
    void outcomesMustMatchTheBlocks() {
        QueryReply reply = new QueryReply.Ready(
                samples.lease(),
                List.of(new StoredBlock(List.of(samples.slot()))),
                List.of(Outcome.PEER, Outcome.MISS_DEADLINE));
        EngineProto.Ready ready = EngineReplies.toWire(reply).getReady();
        refuses("outcomes: has 2 entries for 1 hashes", () -> decode(ready, 1));
        refuses(
                "outcomes: entry 1 is MEMORY with 1 blocks",
                () -> decode(
                        ready.toBuilder()
                                .setOutcomes(1, EngineProto.BlockOutcome.BLOCK_OUTCOME_MEMORY)
                                .build(),
                        2));
        refuses(
                "lease: must be there exactly when there are blocks",
                () -> decode(ready.toBuilder().clearLeaseId().build(), 2));
        refuses(
                "lease_id: has 3 bytes; it must have 16",
                () -> decode(
                        ready.toBuilder()
                                .setLeaseId(ByteString.copyFromUtf8("abc"))
                                .build(),
                        2));
        refuses(
                "state: is missing, or one that is not known here",
                () -> EngineReplies.queryReply(EngineProto.QueryResponse.getDefaultInstance(), 2));
    }

    private static QueryReply decode(EngineProto.Ready ready, int asked) {
        return EngineReplies.queryReply(
                EngineProto.QueryResponse.newBuilder().setReady(ready).build(), asked);
    }

    @Test
    void wordsOfALaterVersionMeanTheLeastTheyCan() {
        assertEquals(
                List.of(new Reservation.NoRoom(NoRoomReason.FULL)),
                EngineReplies.reservations(
                        EngineProto.ReserveResponse.newBuilder()
                                .addResultsValue(UNKNOWN)
                                .build(),
                        1));
        assertEquals(
                List.of(SealOutcome.NOT_RESERVED),
                EngineReplies.outcomes(
                        EngineProto.SealResponse.newBuilder()
                                .addResultsValue(UNKNOWN)
                                .build()
                                .getResultsList(),
                        1));
        assertEquals(LeaseOutcome.UNKNOWN, EngineEnums.fromWire(EngineProto.LeaseResult.UNRECOGNIZED));
        assertEquals(Outcome.MEMORY, EngineEnums.fromWire(EngineProto.BlockOutcome.UNRECOGNIZED, true));
        assertEquals(Outcome.MISS_LOCAL_PRESSURE, EngineEnums.fromWire(EngineProto.BlockOutcome.UNRECOGNIZED, false));
    }

    @Test
    void unspecifiedIsNeverAnAnswer() {
        refuses(
                "results: is unspecified",
                () -> EngineReplies.outcomes(List.of(EngineProto.SealResult.SEAL_RESULT_UNSPECIFIED), 1));
        refuses(
                "results: is unspecified",
                () -> EngineReplies.reservations(
                        EngineProto.ReserveResponse.newBuilder()
                                .addResults(EngineProto.ReserveResult.RESERVE_RESULT_UNSPECIFIED)
                                .build(),
                        1));
        refuses("result: is unspecified", () -> EngineEnums.fromWire(EngineProto.LeaseResult.LEASE_RESULT_UNSPECIFIED));
        refuses(
                "outcomes: is unspecified",
                () -> EngineEnums.fromWire(EngineProto.BlockOutcome.BLOCK_OUTCOME_UNSPECIFIED, true));
    }

    @Test
    void aGrantMustMatchItsQuery() {
        PeerProto.QueryBlocksResponse two = PeerProto.QueryBlocksResponse.newBuilder()
                .setBlocks(SlotRuns.toWire(
                        List.of(new StoredBlock(List.of(samples.slot())), new StoredBlock(List.of(samples.slot())))))
                .build();
        refuses("lock_id: is missing for 2 blocks", () -> PeerTranslation.grant(two, 2));
        refuses(
                "blocks: has 2 entries for 1 hashes",
                () -> PeerTranslation.grant(two.toBuilder().setLockId(1).build(), 1));
    }

    @Test
    void ownerRunsMustLieWithinTheQuery() {
        refuses("runs: has one of 0 hashes that ends at 1 of 4", () -> run(1, 0));
        refuses("runs: has one of 4 hashes that ends at 5 of 4", () -> run(1, 4));
        refuses("runs: has one of 1 hashes that ends at 4294967296 of 4", () -> run(-1, 1));
        assertEquals(4, run(1, 3));
    }

    private static int run(int from, int length) {
        MasterProto.OwnerRun run = MasterProto.OwnerRun.newBuilder()
                .setNodeId("n")
                .setFrom(from)
                .setLength(length)
                .build();
        return MasterTranslation.prefixReply(
                        MasterProto.QueryPrefixResponse.newBuilder()
                                .addRuns(run)
                                .build(),
                        4)
                .runs()
                .getFirst()
                .end();
    }

    /// Suspicion enough: the owner looks, whatever it was.
    @Test
    void aReasonOfALaterVersionIsTakenForDamage() {
        MasterProto.ReportStaleRequest report = MasterProto.ReportStaleRequest.newBuilder()
                .setOwnerId("n")
                .setNamespace(KeyTranslation.toWire(samples.namespace()))
                .addHashes(ByteString.copyFrom(new byte[] {1}))
                .setReasonValue(UNKNOWN)
                .build();
        assertEquals(StaleReason.CORRUPT, StaleTranslation.fromWire(report).reason());
    }

    @Test
    void suspectsWithoutANamespaceAreRefused() {
        MasterProto.LedgerResponse reply = MasterProto.LedgerResponse.newBuilder()
                .setApplied(MasterProto.Applied.newBuilder()
                        .setNumber(1)
                        .addSuspects(io.forebay.wire.proto.CommonProto.KeyGroup.newBuilder()
                                .addHashes(ByteString.copyFrom(new byte[] {1}))))
                .build();
        refuses("namespace: is missing", () -> LedgerTranslation.fromWire(reply));
    }
}
