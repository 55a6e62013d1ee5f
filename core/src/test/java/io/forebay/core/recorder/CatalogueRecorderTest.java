package io.forebay.core.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.Journal;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.MasterShell;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.prefetch.Promotions;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the real master tells of its nodes `a` and `b`.
class CatalogueRecorderTest {
    private static final long SECOND = 1_000_000_000L;
    private static final BlockKey BLOCK = TestKeys.key(1);

    private final Recorder recorder = new Recorder(1_000, 1 << 20);
    private long nowNanos;
    private final MasterShell master = master();

    private MasterShell master() {
        Promotions promotions = new Promotions(PrefetchTerms.defaults().withEnabled(true));
        Catalogue catalogue = new Catalogue(CatalogueSettings.defaults(), 1, 0, promotions);
        MasterShell shell = new MasterShell(catalogue, Journal.NONE, () -> nowNanos, 100);
        shell.watch(new CatalogueRecorder(recorder));
        return shell;
    }

    private SessionId open(String node, int boot) {
        List<SessionId> sessions = new ArrayList<>();
        master.openSession(new OpenSession(new NodeId(node), boot, node + ":1", node + ":2"), SECOND, answer -> {
            if (answer instanceof Answer.Ok<SessionReply>(SessionReply.Opened opened)) {
                sessions.add(opened.session());
            }
        });
        master.drain();
        return sessions.getFirst();
    }

    private void batch(LedgerBatch batch) {
        master.ledger(batch, SECOND, answer -> assertInstanceOf(Answer.Ok.class, answer));
        master.drain();
    }

    private List<String> story() {
        Sentence sentence = Sentence.about(BLOCK.hash());
        return Story.ofBlock(recorder.snapshot().happenings(), BLOCK.hash(), 100).lines().stream()
                .map(sentence::of)
                .toList();
    }

    @Test
    void aPromotionIsToldFromItsTriggerToItsEnd() {
        NodeId a = new NodeId("a");
        SessionId session = open("a", 1);
        batch(new LedgerBatch(
                a, session, Tier.LOCAL_DISK, 1, 0, true, List.of(), List.of(), List.of(BLOCK), List.of()));
        tellRoom(a, session, 1_000);
        trigger("q");
        master.cancelPrefetch(new CancelPrefetch("q"), SECOND, answer -> {});
        trigger("r");
        batch(new LedgerBatch(a, session, 1, List.of(), List.of(BLOCK)));
        tellRoom(a, session, 0);
        assertEquals(
                List.of(
                        "registered by a (SSD)",
                        "wanted in memory: a is to read it from SSD",
                        "a need not read it into memory: nobody wants it any more, or its record or its node is gone",
                        "wanted in memory: a is to read it from SSD",
                        "registered by a",
                        "in memory by another way before a had read it"),
                story());
    }

    private void tellRoom(NodeId node, SessionId session, long buffer) {
        Readings room = new Readings(0, 1_000, 0, buffer, true, Map.of(BLOCK.namespace(), 10L));
        master.heartbeat(new Heartbeat(node, session, room), SECOND, answer -> {});
        master.drain();
    }

    private void trigger(String request) {
        master.prefetch(new Prefetch(BLOCK.namespace(), List.of(BLOCK.hash()), request, SECOND), SECOND, answer -> {});
        master.drain();
    }

    @Test
    void theLifeOfAReplicaIsToldFromItsRegistrationToItsEnd() {
        NodeId a = new NodeId("a");
        SessionId session = open("a", 1);
        RouterLease lease = new RouterLease(BLOCK, SECOND);
        batch(new LedgerBatch(a, session, 1, 0, true, List.of(), List.of(), TestKeys.keys(0, 8), List.of(lease)));
        batch(new LedgerBatch(a, session, 2, List.of(BLOCK, TestKeys.key(2)), List.of()));
        nowNanos += 2 * SECOND;
        batch(new LedgerBatch(a, session, 3, List.of(BLOCK), List.of()));
        batch(new LedgerBatch(a, session, 4, List.of(), List.of(BLOCK)));
        batch(new LedgerBatch(a, session, 5, 0, false, List.of(BLOCK), List.of(), List.of(), List.of()));
        assertEquals(
                List.of(
                        "registered by a, with 7 others",
                        "the replica of a is leased",
                        "a asked to evict it and must keep it: it is leased, or the inventory is not complete",
                        "a asked to evict it and may",
                        "registered by a",
                        "a says that it is gone: freed without a grant, or damaged"),
                story());
    }

    @Test
    void aReadersSuspicionIsToldBeforeWhatItsNodeSaysOfIt() {
        NodeId a = new NodeId("a");
        SessionId session = open("a", 1);
        batch(new LedgerBatch(a, session, 1, 0, true, List.of(), List.of(), List.of(BLOCK), List.of()));
        master.reportStale(
                new ReportStale(a, session, BLOCK.namespace(), List.of(BLOCK.hash()), StaleReason.CORRUPT),
                SECOND,
                answer -> {});
        master.drain();
        batch(new LedgerBatch(a, session, 2, 0, false, List.of(BLOCK), List.of(), List.of(), List.of()));
        assertEquals(
                List.of(
                        "registered by a",
                        "a reader says that the replica of a is damaged or missing; its node is asked",
                        "a says that it is gone: freed without a grant, or damaged"),
                story());
    }

    @Test
    void aSessionThatIsReplacedExpiresOrLeavesIsTheEndOfItsReplicas() {
        SessionId first = open("a", 1);
        batch(new LedgerBatch(new NodeId("a"), first, 1, List.of(), List.of(BLOCK)));
        SessionId second = open("a", 2);
        batch(new LedgerBatch(new NodeId("a"), second, 1, List.of(), List.of(BLOCK)));
        master.closeSession(new CloseSession(new NodeId("a"), second), SECOND, answer -> {});
        SessionId third = open("a", 3);
        nowNanos += 100 * SECOND;
        master.tick();
        master.drain();
        assertEquals(
                List.of(
                        "registered by a",
                        "a lost its session to a newer one; the replicas of the old one are invisible (session "
                                + first.number() + ")",
                        "a opened a session; what it has is registered anew (boot 2)",
                        "registered by a",
                        "a left; its replicas are invisible (session " + second.number() + ")",
                        "a opened a session; what it has is registered anew (boot 3)",
                        "a was silent for so long that its session ended; its replicas are invisible (session "
                                + third.number() + ")"),
                story());
    }

    @Test
    void theReplicasOfAHashAreThoseOfEveryNamespaceWithTheirLease() {
        NodeId a = new NodeId("a");
        SessionId session = open("a", 1);
        BlockKey other = new BlockKey(new Namespace("other", "", "f"), BLOCK.hash());
        RouterLease lease = new RouterLease(BLOCK, SECOND);
        batch(new LedgerBatch(a, session, 1, 0, true, List.of(), List.of(), List.of(BLOCK, other), List.of(lease)));
        assertEquals(
                Map.of(
                        TestKeys.NAMESPACE,
                        List.of(new ReplicaStatus(a, session, Tier.MEMORY, true, SECOND)),
                        other.namespace(),
                        List.of(new ReplicaStatus(a, session, Tier.MEMORY, true, 0))),
                master.replicas(BLOCK.hash()));
        assertEquals(Map.of(), master.replicas(TestKeys.hash(77)));
        Standing standing =
                new Standing.InCatalogue(TestKeys.NAMESPACE, new ReplicaStatus(a, session, Tier.MEMORY, false, SECOND));
        assertEquals(
                "owner a, session " + session.number() + ", in memory, invisible; leased for 1000 ms more",
                standing.words());
    }
}
