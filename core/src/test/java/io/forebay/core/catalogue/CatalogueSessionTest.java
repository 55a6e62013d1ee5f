package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Invariant;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CatalogueSessionTest {
    private final CatalogueFixture master = new CatalogueFixture();

    @Test
    void aFirstBootGetsASessionThatHasAppliedNothing() {
        SessionReply.Opened opened = (SessionReply.Opened) master.open("a", 1);
        assertEquals(CatalogueFixture.EPOCH, opened.masterEpoch());
        assertEquals(0, opened.lastBatch());
    }

    @Test
    void theSameBootGetsItsSessionBackWithItsLastBatch() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 3));
        assertEquals(new SessionReply.Opened(session, CatalogueFixture.EPOCH, 1), master.open("a", 1));
        assertEquals("a[0..3)", master.runs(0, 3));
    }

    @Test
    void aSecondProcessWithTheSameBootIsSupersededWhileTheFirstIsHeard() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 1));
        OpenSession twin = new OpenSession(new NodeId("a"), 1, "elsewhere:9");
        assertEquals(new SessionReply.Superseded(1, "a:1"), master.step(twin));
        OwnerRun run = master.query(TestKeys.hashes(0, 1)).getFirst();
        assertEquals(session, run.session());
        assertFalse(run.address().equals("elsewhere:9"));
    }

    @Test
    void aSecondProcessWithTheSameBootReplacesOneThatIsSilent() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 1));
        master.now += CatalogueFixture.STALE;
        SessionReply reply = (SessionReply) master.step(new OpenSession(new NodeId("a"), 1, "elsewhere:9"));
        assertNotEquals(
                session, assertInstanceOf(SessionReply.Opened.class, reply).session());
        assertEquals(List.of(), master.query(TestKeys.hashes(0, 1)));
    }

    @Test
    void aLowerBootIsSupersededAndChangesNothing() {
        SessionId session = master.session("a", 5);
        master.now += CatalogueFixture.STALE;
        assertEquals(new SessionReply.Superseded(5, "a:5"), master.open("a", 4));
        assertEquals(0, master.stats().visibleNodes(), "a lower boot is no sign of life of the higher one");
        assertEquals(new AliveReply(true, CatalogueFixture.EPOCH, 1), master.heartbeat("a", session));
    }

    @Test
    void aHigherBootReplacesTheSessionAndItsReplicasInOneStep() {
        SessionId old = master.nodeWith("a", TestKeys.keys(0, 3));
        SessionId fresh = master.session("a", 2);
        assertNotEquals(old, fresh);
        assertEquals("", master.runs(0, 3));
        assertEquals(new AliveReply(false, CatalogueFixture.EPOCH), master.heartbeat("a", old));
        assertEquals(new LedgerReply.UnknownSession(), master.batch("a", old, 2, List.of(), TestKeys.keys(0, 1)));
        assertEquals("", master.runs(0, 3));
    }

    @Test
    void aReplacingBootNamesItsOwnReplicasWhileTheOldOnesWaitToBeReclaimed() {
        master.nodeWith("a", TestKeys.keys(0, 3));
        SessionId fresh = master.session("a", 2);
        master.batch("a", fresh, 1, List.of(), TestKeys.keys(0, 2));
        assertEquals(
                List.of(new OwnerRun(new NodeId("a"), 2, fresh, "a:2", 0, 2, 1)), master.query(TestKeys.hashes(0, 3)));
    }

    private Reply catchUp(SessionId session, long number, long silence) {
        return master.step(new LedgerBatch(
                new NodeId("a"), session, number, silence, false, List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void aNodeSilentForNodeStaleIsInvisibleUntilItHasCaughtUp() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 3));
        master.now += CatalogueFixture.STALE - 1;
        assertEquals("a[0..3)", master.runs(0, 3));
        master.now++;
        assertEquals("", master.runs(0, 3));
        assertEquals(new AliveReply(true, CatalogueFixture.EPOCH, 1), master.heartbeat("a", session));
        assertEquals("", master.runs(0, 3), "it may have freed blocks meanwhile");
        assertEquals(0, master.stats().visibleNodes());
        catchUp(session, 2, 1);
        assertEquals("a[0..3)", master.runs(0, 3));
        assertEquals(new AliveReply(true, CatalogueFixture.EPOCH), master.heartbeat("a", session));
    }

    @Test
    void aBatchSentBeforeTheSilenceDoesNotEndIt() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 3));
        master.now += CatalogueFixture.STALE;
        master.heartbeat("a", session);
        master.now += CatalogueFixture.STALE;
        catchUp(session, 2, 1);
        assertEquals("", master.runs(0, 3), "it was sent after the first silence and came after the second");
        assertEquals(new AliveReply(true, CatalogueFixture.EPOCH, 2), master.heartbeat("a", session));
        catchUp(session, 3, 0);
        assertEquals("", master.runs(0, 3));
        catchUp(session, 4, 2);
        assertEquals("a[0..3)", master.runs(0, 3));
    }

    @Test
    void whatIsGoneLeavesWithTheBatchThatCatchesUp() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 3));
        master.now += CatalogueFixture.STALE;
        master.heartbeat("a", session);
        master.step(new LedgerBatch(
                new NodeId("a"), session, 2, 1, false, TestKeys.keys(1, 2), List.of(), List.of(), List.of()));
        assertEquals("a[0..1)", master.runs(0, 3));
    }

    @Test
    void aSessionThatComesBackAfterASilenceIsHiddenToo() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 3));
        master.now += CatalogueFixture.STALE;
        assertEquals(new SessionReply.Opened(session, CatalogueFixture.EPOCH, 1), master.open("a", 1));
        assertEquals("", master.runs(0, 3));
        assertEquals(new AliveReply(true, CatalogueFixture.EPOCH, 1), master.heartbeat("a", session));
    }

    @Test
    void aBatchIsASignOfLifeAlsoWhenItIsRepeatedOrOutOfOrder() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 3));
        for (long number : new long[] {2, 2, 9}) {
            master.now += CatalogueFixture.STALE - 1;
            master.batch("a", session, number, List.of(), List.of());
            assertEquals("a[0..3)", master.runs(0, 3), "after batch " + number);
        }
    }

    @Test
    void answersSayWarmingForAWhileAndUntilEveryInventoryIsComplete() {
        assertTrue(master.isWarming());
        SessionId session = master.session("a", 1);
        SessionId other = master.session("b", 1);
        master.now += CatalogueFixture.WARMING - 1;
        master.batch("a", session, 1, List.of(), TestKeys.keys(0, 1));
        master.batch("b", other, 1, List.of(), List.of());
        assertTrue(master.isWarming(), "the time is not over");
        master.now++;
        assertFalse(master.isWarming());
        SessionId late = master.session("c", 1);
        assertTrue(master.isWarming(), "its inventory is to come");
        master.step(new CloseSession(new NodeId("c"), late));
        assertFalse(master.isWarming());
        master.session("d", 1);
        master.session("d", 2);
        master.now += CatalogueFixture.EXPIRY;
        master.tick();
        assertFalse(master.isWarming(), "a session that ends is waited for no longer");
    }

    @Test
    void aNodeSilentForNodeExpiryLosesItsSessionAtTheNextTick() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 3));
        master.now += CatalogueFixture.EXPIRY - 1;
        master.tick();
        assertEquals(1, master.stats().sessions());
        master.now++;
        assertEquals(1, master.stats().sessions(), "time alone changes nothing");
        master.tick();
        assertEquals(0, master.stats().sessions());
        assertEquals(new AliveReply(false, CatalogueFixture.EPOCH), master.heartbeat("a", session));
        assertNotEquals(session, master.session("a", 1));
    }

    @Test
    void aClosedSessionIsInvisibleAtOnceAndClosedOnce() {
        SessionId session = master.nodeWith("a", TestKeys.keys(0, 3));
        CloseSession close = new CloseSession(new NodeId("a"), session);
        assertEquals(new AliveReply(true, CatalogueFixture.EPOCH), master.step(close));
        assertEquals("", master.runs(0, 3));
        assertEquals(new AliveReply(false, CatalogueFixture.EPOCH), master.step(close));
    }

    @Test
    void anotherNodesSessionIsNotMine() {
        SessionId session = master.session("a", 1);
        master.session("b", 1);
        assertEquals(new AliveReply(false, CatalogueFixture.EPOCH), master.heartbeat("b", session));
        assertEquals(
                new AliveReply(false, CatalogueFixture.EPOCH), master.step(new CloseSession(new NodeId("b"), session)));
        assertEquals(new LedgerReply.UnknownSession(), master.batch("b", session, 1, List.of(), List.of()));
        assertEquals(2, master.stats().sessions());
    }

    @Test
    void aSessionsNumberNeverRepeatsWithinOrAcrossEpochs() {
        Set<SessionId> seen = new HashSet<>();
        for (long epoch : new long[] {1, 2, 3, Sessions.MAX_EPOCH}) {
            Catalogue catalogue = new Catalogue(CatalogueSettings.defaults(), epoch, 0);
            for (int boot = 1; boot <= 50; boot++) {
                Decision decision = catalogue.decide(new OpenSession(new NodeId("a"), boot, "a:1"), 0);
                decision.events().forEach(catalogue::apply);
                SessionId session = ((SessionReply.Opened) decision.reply()).session();
                assertTrue(session.number() > 0 && seen.add(session), "epoch " + epoch + ", boot " + boot);
            }
        }
    }

    @Test
    void anEpochOutsideItsBitsIsRefused() {
        assertThrows(Invariant.Broken.class, () -> new Catalogue(CatalogueSettings.defaults(), 0, 0));
        assertThrows(
                Invariant.Broken.class, () -> new Catalogue(CatalogueSettings.defaults(), Sessions.MAX_EPOCH + 1, 0));
    }

    @Test
    void settingsThatCannotWorkAreRefusedByName() {
        assertEquals(
                new CatalogueSettings(10_000_000_000L, 60_000_000_000L, 5_000_000_000L, 10_000),
                CatalogueSettings.defaults());
        assertEquals(
                "node_stale",
                assertThrows(InvalidInput.class, () -> new CatalogueSettings(0, 1, 0, 1))
                        .field());
        assertEquals(
                "node_expiry",
                assertThrows(InvalidInput.class, () -> new CatalogueSettings(2, 1, 0, 1))
                        .field());
        assertEquals(
                "warming_min",
                assertThrows(InvalidInput.class, () -> new CatalogueSettings(1, 1, -1, 1))
                        .field());
        assertEquals(
                "slice_keys",
                assertThrows(InvalidInput.class, () -> new CatalogueSettings(1, 1, 0, 0))
                        .field());
    }
}
