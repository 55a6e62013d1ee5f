package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.wire.proto.CommonProto.Blocks;
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

    private static Blocks blocks(int slots, int recordBytes, int sizeBytes) {
        return Blocks.newBuilder()
                .setSlotsPerBlock(slots)
                .setRecordBytes(recordBytes)
                .setSlots(ByteString.copyFrom(new byte[sizeBytes]))
                .build();
    }

    @Test
    void blocksWithoutSlotsAreRefused() {
        refuses(
                "block.slots: has 0 for each block; it must be from 1 to 65536",
                () -> SlotRecords.fromWire(blocks(0, 32, 64)));
        refuses(
                "block.slots: has 4294967295 for each block; it must be from 1 to 65536",
                () -> SlotRecords.fromWire(blocks(-1, 32, 64)));
    }

    @Test
    void aRunThatIsNoWholeNumberOfBlocksIsRefused() {
        refuses(
                "block.slots: has 96 bytes, which is no multiple of a block's 64",
                () -> SlotRecords.fromWire(blocks(2, 32, 96)));
        refuses(
                "block.slots: has 63 bytes, which is no multiple of a block's 64",
                () -> SlotRecords.fromWire(blocks(2, 32, 63)));
    }

    @Test
    void recordsThatAreTooShortOrAbsurdlyLongAreRefused() {
        refuses(
                "block.slots: has records of 31 bytes; they must be from 32 to 1024",
                () -> SlotRecords.fromWire(blocks(1, 31, 31)));
        refuses(
                "block.slots: has records of 1025 bytes; they must be from 32 to 1024",
                () -> SlotRecords.fromWire(blocks(1, 1025, 1025)));
    }

    @Test
    void moreBlocksThanAQueryCanAskForAreRefused() {
        refuses(
                "block.slots: has 65537 blocks; the limit is 65536",
                () -> SlotRecords.fromWire(blocks(1, 32, 65_537 * 32)));
    }

    @Test
    void slotsOfAnImpossibleSizeAreRefused() {
        refuses("extent.length: is 0; it must be positive", () -> SlotRecords.fromWire(blocks(1, 32, 32)));
        byte[] negative = new byte[32];
        negative[7] = (byte) 0x80;
        refuses(
                "extent.offset: is negative: " + Long.MIN_VALUE,
                () -> SlotRecords.fromWire(blocks(1, 32, 32).toBuilder()
                        .setSlots(ByteString.copyFrom(negative))
                        .build()));
    }

    @Test
    void whatALaterVersionAppendsToARecordIsSkipped() {
        List<StoredBlock> blocks = List.of(
                new StoredBlock(samples.list(2, 2, samples::slot)), new StoredBlock(samples.list(2, 2, samples::slot)));
        byte[] old = SlotRecords.toWire(blocks).getSlots().toByteArray();
        byte[] longer = new byte[4 * 40];
        for (int record = 0; record < 4; record++) {
            System.arraycopy(old, record * 32, longer, record * 40, 32);
        }
        Blocks message = blocks(2, 40, 0).toBuilder()
                .setSlots(ByteString.copyFrom(longer))
                .build();
        assertEquals(blocks, SlotRecords.fromWire(message));
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
                .setBlocks(SlotRecords.toWire(
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
}
