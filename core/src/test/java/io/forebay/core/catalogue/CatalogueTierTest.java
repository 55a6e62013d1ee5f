package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogueTierTest {
    private final CatalogueFixture master = new CatalogueFixture();

    private SessionId withDisk(String node) {
        OpenSession open = new OpenSession(new NodeId(node), 1, node + ":1", "", true);
        return ((SessionReply.Opened) master.step(open)).session();
    }

    private Reply onDisk(String node, SessionId session, long number, List<BlockKey> retire, List<BlockKey> register) {
        return master.step(new LedgerBatch(
                new NodeId(node),
                session,
                Tier.LOCAL_DISK,
                number,
                0,
                number == 1,
                List.of(),
                retire,
                register,
                List.of()));
    }

    @Test
    void theSsdOfAnOwnerIsNamedWhereNobodyHasTheBlockInMemory() {
        SessionId a = withDisk("a");
        master.batch("a", a, 1, List.of(), TestKeys.keys(0, 2));
        onDisk("a", a, 1, List.of(), TestKeys.keys(0, 6));
        SessionId b = withDisk("b");
        master.batch("b", b, 1, List.of(), TestKeys.keys(4, 5));
        assertEquals("a[0..2) a[2..6)", master.runs(0, 8));
        List<OwnerRun> runs = master.query(TestKeys.hashes(0, 8));
        assertEquals(
                List.of(Tier.MEMORY, Tier.LOCAL_DISK),
                runs.stream().map(OwnerRun::tier).toList());
    }

    @Test
    void eachTiersBatchesAreNumberedByThemselves() {
        SessionId a = withDisk("a");
        assertEquals(new LedgerReply.Applied(1), onDisk("a", a, 1, List.of(), TestKeys.keys(0, 1)));
        assertEquals(new LedgerReply.OutOfOrder(1), master.batch("a", a, 2, List.of(), List.of()));
        assertEquals(new LedgerReply.Applied(1), master.batch("a", a, 1, List.of(), List.of()));
        assertEquals(new LedgerReply.Applied(2), onDisk("a", a, 2, TestKeys.keys(0, 1), List.of()));
        assertEquals("", master.runs(0, 1));
    }

    @Test
    void whatLeavesMemoryStaysOnSsd() {
        SessionId a = withDisk("a");
        master.batch("a", a, 1, List.of(), TestKeys.keys(0, 1));
        onDisk("a", a, 1, List.of(), TestKeys.keys(0, 1));
        master.batch("a", a, 2, TestKeys.keys(0, 1), List.of());
        assertEquals(
                List.of(Tier.LOCAL_DISK),
                master.query(TestKeys.hashes(0, 1)).stream().map(OwnerRun::tier).toList());
    }

    @Test
    void aNodeWithAnSsdKeepsTheMasterWarmingUntilItHasToldOfIt() {
        master.now = CatalogueFixture.WARMING;
        SessionId a = withDisk("a");
        master.batch("a", a, 1, List.of(), List.of());
        assertTrue(master.isWarming());
        onDisk("a", a, 1, List.of(), List.of());
        assertFalse(master.isWarming());
    }

    @Test
    void aNodeThatGoesTakesItsSsdWithIt() {
        SessionId a = withDisk("a");
        onDisk("a", a, 1, List.of(), TestKeys.keys(0, 6));
        master.step(new CloseSession(new NodeId("a"), a));
        assertEquals("", master.runs(0, 6));
        assertEquals(6, master.stats().reclaimable());
        for (int i = 0; i < 3; i++) {
            master.tick();
        }
        assertEquals(0, master.stats().reclaimable());
    }

    @Test
    void theReplicasOfABlockSayWhereTheyAre() {
        SessionId a = withDisk("a");
        onDisk("a", a, 1, List.of(), TestKeys.keys(0, 1));
        assertEquals(
                List.of(new ReplicaStatus(new NodeId("a"), a, Tier.LOCAL_DISK, true, 0)),
                master.catalogue.replicas(TestKeys.hash(0), 0).get(TestKeys.NAMESPACE));
    }
}
