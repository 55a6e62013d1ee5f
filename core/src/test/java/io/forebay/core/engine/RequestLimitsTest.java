package io.forebay.core.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.RegionDescriptor;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// The refusals of every request record, whichever conversation it belongs to.
class RequestLimitsTest {
    private static final InstanceId INSTANCE = new InstanceId("engine-1");
    private static final NodeId NODE = new NodeId("a");
    private static final long MILLI = 1_000_000L;
    private static final long TEN_MINUTES = 600_000 * MILLI;
    private static final List<BlockHash> ONE = TestKeys.hashes(0, 1);
    private static final List<BlockHash> MOST = Collections.nCopies(Limits.MAX_KEYS, TestKeys.hash(0));
    private static final List<BlockHash> TOO_MANY = Collections.nCopies(Limits.MAX_KEYS + 1, TestKeys.hash(0));

    private static void refused(String field, Executable call) {
        assertEquals(field, assertThrows(InvalidInput.class, call).field());
    }

    @Test
    void zeroBlocksAreRefusedEverywhere() {
        refused("hashes", () -> new Query(INSTANCE, 7, "r", List.of(), MILLI, 0));
        refused("hashes", () -> new Reserve(INSTANCE, 7, "r", 0, List.of()));
        refused("blocks", () -> new Seal(INSTANCE, 0, List.of()));
        refused("blocks", () -> new Abort(INSTANCE, 0, List.of()));
        refused("hashes", () -> new TransferQuery(NODE, TestKeys.NAMESPACE, List.of()));
        refused("hashes", () -> new PrefixQuery(TestKeys.NAMESPACE, List.of()));
    }

    @Test
    void moreKeysThanTheLimitAreRefusedEverywhere() {
        refused("hashes", () -> new Query(INSTANCE, 7, "r", TOO_MANY, MILLI, 0));
        refused("hashes", () -> new Reserve(INSTANCE, 7, "r", 0, TOO_MANY));
        refused("blocks", () -> new Seal(INSTANCE, 0, reserved(TOO_MANY)));
        refused("blocks", () -> new Abort(INSTANCE, 0, reserved(TOO_MANY)));
        refused("hashes", () -> new TransferQuery(NODE, TestKeys.NAMESPACE, TOO_MANY));
        refused("hashes", () -> new PrefixQuery(TestKeys.NAMESPACE, TOO_MANY));
        assertDoesNotThrow(() -> new PrefixQuery(TestKeys.NAMESPACE, MOST));
        assertDoesNotThrow(() -> new Query(INSTANCE, 7, "r", MOST, MILLI, 0));
    }

    @Test
    void aQuerysTimesAreBounded() {
        refused("deadline", () -> new Query(INSTANCE, 7, "r", ONE, MILLI - 1, 0));
        refused("deadline", () -> new Query(INSTANCE, 7, "r", ONE, TEN_MINUTES + 1, 0));
        refused("wait", () -> new Query(INSTANCE, 7, "r", ONE, MILLI, -1));
        refused("request_id", () -> new Query(INSTANCE, 7, "", ONE, MILLI, 0));
        assertDoesNotThrow(() -> new Query(INSTANCE, 7, "r", ONE, TEN_MINUTES, 0));
    }

    @Test
    void aBarriersTimesAreBounded() {
        refused("deadline", () -> new AwaitHandoff(INSTANCE, "r", HandoffLevel.REGISTERED, MILLI - 1));
        refused("deadline", () -> new AwaitHandoff(INSTANCE, "r", HandoffLevel.REGISTERED, TEN_MINUTES + 1));
        refused("request_id", () -> new AwaitHandoff(INSTANCE, "", HandoffLevel.REGISTERED, MILLI));
        assertDoesNotThrow(() -> new AwaitHandoff(INSTANCE, "r", HandoffLevel.REGISTERED, MILLI));
        refused("hashes", () -> new HandoffScope.OfKeys(List.of()));
        refused("hashes", () -> new HandoffScope.OfKeys(TOO_MANY));
        assertDoesNotThrow(() -> new HandoffScope.OfKeys(MOST));
    }

    @Test
    void aQuestionForALengthIsBounded() {
        refused("hashes", () -> new PrefixLength(INSTANCE, List.of(), MILLI));
        refused("hashes", () -> new PrefixLength(INSTANCE, TOO_MANY, MILLI));
        refused("deadline", () -> new PrefixLength(INSTANCE, ONE, MILLI - 1));
        refused("deadline", () -> new PrefixLength(INSTANCE, ONE, TEN_MINUTES + 1));
        assertDoesNotThrow(() -> new PrefixLength(INSTANCE, MOST, TEN_MINUTES));
    }

    @Test
    void aRankThatTheLayoutDoesNotHaveIsRefused() {
        KvLayout layout = new KvLayout(1, 2, 64, 64);
        refused("rank", () -> new Registration(INSTANCE, 2, "m", "", layout));
        refused("rank", () -> new Registration(INSTANCE, -1, "m", "", layout));
        refused("rank", () -> new Reserve(INSTANCE, 7, "r", -1, ONE));
        refused("rank", () -> new Seal(INSTANCE, -1, reserved(ONE)));
        assertDoesNotThrow(() -> new Registration(INSTANCE, 1, "m", "", layout));
    }

    @Test
    void aNumaNodeThatNoKernelHasIsRefused() {
        KvLayout layout = new KvLayout(1, 1, 64, 64);
        for (int node : new int[] {-1, 1_024, Integer.MAX_VALUE}) {
            refused("numa_node", () -> new Registration(INSTANCE, 0, "m", "", layout, OptionalInt.of(node)));
        }
        assertDoesNotThrow(() -> new Registration(INSTANCE, 0, "m", "", layout, OptionalInt.of(1_023)));
    }

    @Test
    void namesAreNeededWhereTheyName() {
        KvLayout layout = new KvLayout(1, 1, 64, 64);
        refused("model", () -> new Registration(INSTANCE, 0, "", "", layout));
        refused("model", () -> new Namespace("", "", "f"));
        refused("fingerprint", () -> new Namespace("m", "", ""));
        refused("instance_id", () -> new InstanceId(""));
        refused("node_id", () -> new NodeId(""));
        refused("address", () -> new OpenSession(NODE, 1, ""));
        refused("http_address", () -> new OpenSession(NODE, 1, "h:1", "h".repeat(257)));
    }

    @Test
    void aLedgerBatchCountsBothItsLists() {
        List<BlockKey> half = Collections.nCopies(Limits.MAX_LEDGER_KEYS / 2, TestKeys.key(1));
        List<BlockKey> more = Collections.nCopies(Limits.MAX_LEDGER_KEYS / 2 + 1, TestKeys.key(1));
        SessionId session = new SessionId(1);
        assertDoesNotThrow(() -> new LedgerBatch(NODE, session, 1, half, half));
        refused("keys", () -> new LedgerBatch(NODE, session, 1, half, more));
        refused("keys", () -> new LedgerBatch(NODE, session, 1, more, half));
        refused("number", () -> new LedgerBatch(NODE, session, 0, half, half));
        refused("boot", () -> new OpenSession(NODE, 0, "h:1"));
    }

    @Test
    void aRequestDoesNotChangeWithTheListItWasMadeOf() {
        List<BlockHash> hashes = new ArrayList<>(ONE);
        List<BlockKey> keys = new ArrayList<>(TestKeys.keys(0, 1));
        List<ReservedBlock> blocks = new ArrayList<>(reserved(ONE));
        LedgerBatch batch = new LedgerBatch(NODE, new SessionId(1), 1, keys, keys);
        List<List<?>> taken = List.of(
                new Query(INSTANCE, 7, "r", hashes, MILLI, 0).hashes(),
                new Reserve(INSTANCE, 7, "r", 0, hashes).hashes(),
                new Seal(INSTANCE, 0, blocks).blocks(),
                new Abort(INSTANCE, 0, blocks).blocks(),
                new TransferQuery(NODE, TestKeys.NAMESPACE, hashes).hashes(),
                new PrefixQuery(TestKeys.NAMESPACE, hashes).hashes(),
                batch.retire(),
                batch.register());
        hashes.clear();
        keys.clear();
        blocks.clear();
        taken.forEach(list -> assertEquals(1, list.size()));
    }

    @Test
    void aReplyDoesNotChangeWithTheListItWasMadeOf() {
        List<Extent> extents = new ArrayList<>(List.of(new Extent(0, 64, 1)));
        List<StoredBlock> blocks = new ArrayList<>(List.of(new StoredBlock(List.of(new Slot(0, extents.get(0), 0)))));
        List<Outcome> outcomes = new ArrayList<>(List.of(Outcome.MEMORY));
        List<RegionDescriptor> regions = new ArrayList<>(List.of(new RegionDescriptor(0, 64, "k")));
        List<FabricEndpoint> endpoints = new ArrayList<>(List.of(new FabricEndpoint("map", "", regions)));
        List<OwnerRun> runs = new ArrayList<>(List.of(new OwnerRun(NODE, 1, new SessionId(1), "a:1", 0, 1)));
        QueryReply.Ready ready = new QueryReply.Ready(new LeaseId(1, 2), blocks, outcomes);
        List<List<?>> taken = List.of(
                new Reservation.Granted(1, extents).extents(),
                ready.blocks(),
                ready.outcomes(),
                new TransferGrant(new LockId(1), 1, blocks).blocks(),
                endpoints.get(0).regions(),
                new HelloReply(NODE, 1, 1, "h", endpoints).endpoints(),
                new PrefixReply(1, false, runs).runs());
        List.of(extents, blocks, outcomes, regions, endpoints, runs).forEach(List::clear);
        taken.forEach(list -> assertEquals(1, list.size()));
    }

    @Test
    void aHelloNeedsAVersionRange() {
        refused("version", () -> new Hello(NODE, 1, 0, 1));
        refused("version", () -> new Hello(NODE, 1, 2, 1));
        refused("region.length", () -> new RegionDescriptor(0, 0, "k"));
        assertDoesNotThrow(() -> new Hello(NODE, 1, Hello.VERSION, Hello.VERSION));
    }

    @Test
    void aFinalAnswerHasALeaseExactlyWhenItHasBlocks() {
        StoredBlock block = new StoredBlock(List.of(new Slot(0, new Extent(0, 64, 1), 0)));
        LeaseId lease = new LeaseId(1, 2);
        refused("lease", () -> new QueryReply.Ready(null, List.of(block), List.of(Outcome.MEMORY)));
        refused("lease", () -> new QueryReply.Ready(lease, List.of(), List.of(Outcome.MISS_NO_OWNER)));
        refused("outcomes", () -> new QueryReply.Ready(lease, List.of(block), List.of()));
        assertDoesNotThrow(() -> new QueryReply.Ready(lease, List.of(block), List.of(Outcome.MEMORY)));
    }

    private static List<ReservedBlock> reserved(List<BlockHash> hashes) {
        return hashes.stream().map(hash -> new ReservedBlock(hash, 1)).toList();
    }
}
