package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogueLedgerTest {
    private final CatalogueFixture master = new CatalogueFixture();
    private final SessionId session = master.session("a", 1);

    private Reply batch(long number, List<BlockKey> retire, List<BlockKey> register) {
        return master.batch("a", session, number, retire, register);
    }

    @Test
    void theNextNumberIsApplied() {
        assertEquals(new LedgerReply.Applied(1), batch(1, List.of(), TestKeys.keys(0, 3)));
        assertEquals(new LedgerReply.Applied(2), batch(2, TestKeys.keys(1, 2), TestKeys.keys(3, 4)));
        assertEquals("a[0..1)", master.runs(0, 4));
        assertEquals("a[0..2)", master.runs(2, 4));
    }

    @Test
    void theLastNumberAgainGetsTheSameReplyAndNoEffect() {
        batch(1, List.of(), TestKeys.keys(0, 3));
        assertEquals(new LedgerReply.Applied(1), batch(1, TestKeys.keys(0, 3), List.of()));
        assertEquals("a[0..3)", master.runs(0, 3));
    }

    @Test
    void anyOtherNumberIsOutOfOrderAndChangesNothing() {
        batch(1, List.of(), TestKeys.keys(0, 3));
        batch(2, List.of(), List.of());
        assertEquals(new LedgerReply.OutOfOrder(3), batch(1, TestKeys.keys(0, 3), List.of()));
        assertEquals(new LedgerReply.OutOfOrder(3), batch(4, TestKeys.keys(0, 3), List.of()));
        assertEquals("a[0..3)", master.runs(0, 3));
    }

    @Test
    void untilTheInventoryIsCompleteRetirementsAreRefusedAndWhatIsGoneIsNot() {
        SessionId other = master.session("b", 1);
        NodeId node = new NodeId("b");
        master.step(new LedgerBatch(node, other, 1, List.of(), TestKeys.keys(0, 3)));
        RouterLease refusal = new RouterLease(TestKeys.key(1), Verdicts.INVENTORY_PAUSE_NANOS);
        LedgerReply refused = new LedgerReply.Applied(2, List.of(refusal));
        LedgerBatch second = new LedgerBatch(
                node, other, 2, 0, true, TestKeys.keys(2, 3), TestKeys.keys(1, 2), List.of(), List.of());
        assertEquals(refused, master.step(second));
        assertEquals("b[0..2)", master.runs(0, 3));
        assertEquals(refused, master.step(second), "a batch that comes again gets the same verdicts");
        LedgerBatch third = new LedgerBatch(node, other, 3, TestKeys.keys(1, 2), List.of());
        assertEquals(new LedgerReply.Applied(3), master.step(third));
        assertEquals("b[0..1)", master.runs(0, 3));
    }

    private Reply lease(long number, long nanos, List<BlockKey> keys) {
        List<RouterLease> leases =
                keys.stream().map(key -> new RouterLease(key, nanos)).toList();
        return master.step(
                new LedgerBatch(new NodeId("a"), session, number, 0, false, List.of(), List.of(), List.of(), leases));
    }

    @Test
    void nobodyLeasesForMoreThanTenMinutes() {
        lease(1, 600_000_000_000L, TestKeys.keys(0, 1));
        assertThrows(InvalidInput.class, () -> lease(2, 600_000_000_001L, TestKeys.keys(0, 1)));
    }

    @Test
    void aLeasedReplicaIsNotRetiredBeforeItsTime() {
        batch(1, List.of(), TestKeys.keys(0, 3));
        lease(2, 5, TestKeys.keys(0, 2));
        master.now += 2;
        RouterLease left = new RouterLease(TestKeys.key(1), 3);
        assertEquals(new LedgerReply.Applied(3, List.of(left)), batch(3, TestKeys.keys(1, 3), List.of()));
        assertEquals("a[0..2)", master.runs(0, 3));
        master.now += 3;
        assertEquals(new LedgerReply.Applied(4), batch(4, TestKeys.keys(1, 2), List.of()));
        assertEquals("a[0..1)", master.runs(0, 3));
    }

    @Test
    void aLeaseNamesOneReplicaAndIsNeverShortened() {
        batch(1, List.of(), TestKeys.keys(0, 1));
        SessionId other = master.nodeWith("b", TestKeys.keys(0, 1));
        lease(2, 5, TestKeys.keys(0, 1));
        lease(3, 1, TestKeys.keys(0, 1));
        assertEquals(new LedgerReply.Applied(2), master.batch("b", other, 2, TestKeys.keys(0, 1), List.of()));
        assertEquals(
                new LedgerReply.Applied(4, List.of(new RouterLease(TestKeys.key(0), 5))),
                batch(4, TestKeys.keys(0, 1), List.of()));
    }

    @Test
    void aLeaseEndsWithItsReplica() {
        batch(1, List.of(), TestKeys.keys(0, 1));
        lease(2, 5, TestKeys.keys(0, 1));
        master.step(new LedgerBatch(
                new NodeId("a"), session, 3, 0, false, TestKeys.keys(0, 1), List.of(), TestKeys.keys(0, 1), List.of()));
        assertEquals(0, master.stats().leases());
        assertEquals(new LedgerReply.Applied(4), batch(4, TestKeys.keys(0, 1), List.of()));
    }

    @Test
    void leasesThatAreOverAreSweptASliceEachTick() {
        batch(1, List.of(), TestKeys.keys(0, 6));
        lease(2, 5, TestKeys.keys(0, 5));
        lease(3, 6, TestKeys.keys(5, 6));
        lease(4, 6, TestKeys.keys(7, 8));
        assertEquals(6, master.stats().leases());
        master.now += 4;
        master.tick();
        assertEquals(6, master.stats().leases());
        master.now++;
        master.tick();
        assertEquals(2, master.stats().leases());
        master.tick();
        assertEquals(1, master.stats().leases());
    }

    @Test
    void theThirdLiveOwnerHearsThatItsCopyIsSpare() {
        batch(1, List.of(), TestKeys.keys(0, 3));
        master.nodeWith("b", TestKeys.keys(0, 2));
        SessionId third = master.session("c", 1);
        assertEquals(
                new LedgerReply.Applied(1, List.of(), TestKeys.keys(0, 2)),
                master.batch("c", third, 1, List.of(), TestKeys.keys(0, 4)));
        master.now += CatalogueFixture.STALE;
        SessionId fourth = master.session("d", 1);
        assertEquals(
                new LedgerReply.Applied(1),
                master.batch("d", fourth, 1, List.of(), TestKeys.keys(0, 4)),
                "nodes that are not heard don't count");
    }

    @Test
    void retirementsTakeEffectBeforeRegistrations() {
        batch(1, List.of(), TestKeys.keys(0, 1));
        batch(2, TestKeys.keys(0, 1), TestKeys.keys(0, 1));
        assertEquals("a[0..1)", master.runs(0, 1));
    }

    @Test
    void registeringTwiceIsOneReplicaAndRetiringTwiceIsNone() {
        batch(1, List.of(), TestKeys.keys(0, 1));
        batch(2, List.of(), TestKeys.keys(0, 1));
        assertEquals(1, master.stats().replicas());
        batch(3, TestKeys.keys(0, 1), List.of());
        batch(4, TestKeys.keys(0, 1), List.of());
        assertEquals(0, master.stats().replicas());
        assertEquals(0, master.stats().blocks());
        assertEquals(0, master.stats().namespaces());
    }

    @Test
    void aNodeRetiresItsOwnReplicaOnly() {
        batch(1, List.of(), TestKeys.keys(0, 2));
        SessionId other = master.nodeWith("b", TestKeys.keys(0, 2));
        SessionId third = master.nodeWith("c", TestKeys.keys(0, 2));
        master.batch("b", other, 2, TestKeys.keys(0, 1), List.of());
        assertEquals("a[0..2) c[0..2)", master.runs(0, 2));
        assertEquals("a[0..1) b[0..1) c[0..1)", master.runs(1, 2));
        master.batch("c", third, 2, TestKeys.keys(0, 2), List.of());
        assertEquals("a[0..2)", master.runs(0, 2));
        assertEquals("a[0..1) b[0..1)", master.runs(1, 2));
    }

    @Test
    void equalHashesOfTwoNamespacesAreTwoBlocks() {
        Namespace other = new Namespace("llama", "tenant", "00ff");
        BlockKey mine = TestKeys.key(0);
        BlockKey theirs = new BlockKey(other, mine.hash());
        batch(1, List.of(), List.of(theirs));
        assertEquals("", master.runs(0, 1));
        batch(2, List.of(theirs), List.of(mine));
        assertEquals("a[0..1)", master.runs(0, 1));
        assertEquals(1, master.stats().namespaces());
    }

    @Test
    void hashesWithEqualHashCodesAreTwoBlocks() {
        BlockHash one = BlockHash.of(new byte[] {0, 31});
        BlockHash other = BlockHash.of(new byte[] {1, 0});
        batch(1, List.of(), List.of(new BlockKey(TestKeys.NAMESPACE, one)));
        assertEquals(1, master.query(List.of(one)).size());
        assertEquals(0, master.query(List.of(other)).size());
    }

    @Test
    void anEndedSessionsReplicasAreReclaimedASliceEachTick() {
        batch(1, List.of(), TestKeys.keys(0, 10));
        master.nodeWith("b", TestKeys.keys(8, 10));
        master.step(new CloseSession(new NodeId("a"), session));
        assertEquals(new CatalogueStats(1, 1, 1, 10, 2, 0, 10, 0, 0, 0, true), master.stats());
        master.tick();
        assertEquals(6, master.stats().reclaimable());
        master.tick();
        assertEquals(2, master.stats().reclaimable());
        master.tick();
        assertEquals(new CatalogueStats(1, 1, 1, 2, 2, 0, 0, 0, 0, 0, true), master.stats());
        assertEquals("b[0..2)", master.runs(8, 10));
    }

    @Test
    void removingANodeTakesTheSlicesOfItsOwnReplicasWhateverOthersHave() {
        int batch = 10_000;
        Catalogue large = new Catalogue(new CatalogueSettings(10, 60, 0, batch / 4), 1, 0);
        SessionId small = opened(large, "small");
        SessionId big = opened(large, "big");
        apply(large, new LedgerBatch(new NodeId("small"), small, 1, List.of(), TestKeys.keys(0, batch)));
        for (int i = 0; i < 100; i++) {
            List<BlockKey> keys = TestKeys.keys(i * batch, (i + 1) * batch);
            apply(large, new LedgerBatch(new NodeId("big"), big, i + 1, List.of(), keys));
        }
        apply(large, new CloseSession(new NodeId("small"), small));
        for (int tick = 1; tick <= 4; tick++) {
            assertEquals(
                    List.of(new Soft.Reclaimed(small, Tier.MEMORY, batch / 4)),
                    large.decide(new Tick(), 0).events());
            apply(large, new Tick());
        }
        assertEquals(new CatalogueStats(1, 1, 1, 1_000_000, 1_000_000, 0, 0, 0, 0, 0, true), large.stats(0));
        assertEquals(List.of(), large.decide(new Tick(), 0).events());
    }

    private static SessionId opened(Catalogue catalogue, String node) {
        return ((SessionReply.Opened) apply(catalogue, new OpenSession(new NodeId(node), 1, node + ":1"))).session();
    }

    private static Reply apply(Catalogue catalogue, Command command) {
        Decision decision = catalogue.decide(command, 0);
        decision.events().forEach(catalogue::apply);
        return decision.reply();
    }

    @Test
    void oneSliceCoversSeveralSmallSessions() {
        for (int boot = 2; boot <= 6; boot++) {
            SessionId each = master.session("a", boot);
            master.batch("a", each, 1, List.of(), TestKeys.keys(boot, boot + 1));
        }
        assertEquals(4, master.stats().reclaimable());
        master.tick();
        assertEquals(0, master.stats().reclaimable());
        assertEquals(List.of(), master.catalogue.decide(new Tick(), master.now).events());
    }

    @Test
    void oneSliceBoundsSeveralSessionsTogether() {
        for (int boot = 2; boot <= 4; boot++) {
            SessionId each = master.session("a", boot);
            master.batch("a", each, 1, List.of(), TestKeys.keys(0, 3));
        }
        master.session("a", 5);
        master.tick();
        assertEquals(9 - CatalogueFixture.SLICE, master.stats().reclaimable());
    }

    @Test
    void theNodesAreListedWithWhatTheyHave() {
        batch(1, List.of(), TestKeys.keys(0, 3));
        master.now += CatalogueFixture.STALE;
        SessionId other = master.nodeWith("b", TestKeys.keys(0, 1));
        assertEquals(
                List.of(
                        new NodeStatus(
                                new NodeId("a"), 1, session, "a:1", "a:2", false, false, CatalogueFixture.STALE, 3, 0),
                        new NodeStatus(new NodeId("b"), 1, other, "b:1", "b:2", true, false, 0, 1, 0)),
                master.catalogue.nodes(master.now));
    }
}
