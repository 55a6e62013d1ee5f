package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Prefix queries that a master holds until all they ask for is there.
class HeldQueriesTest {
    private static final long MILLI = 1_000_000L;
    private static final long TIMEOUT = 60_000 * MILLI;
    private static final long STALE = 10_000 * MILLI;

    private final List<Answer<PrefixReply>> answers = new ArrayList<>();
    private final Map<String, SessionId> sessions = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private long now;
    private boolean breaks;
    private MasterShell shell;

    @BeforeEach
    void start() {
        shell = new MasterShell(
                new Catalogue(new CatalogueSettings(STALE, 100 * STALE, 0, 4), 1, 0),
                events -> {
                    if (breaks) {
                        throw new IllegalStateException("broken");
                    }
                },
                () -> now,
                10_000);
        open("asker");
        open("a");
        open("b");
    }

    private void open(String node) {
        shell.openSession(new OpenSession(new NodeId(node), 1, node + ":1"), TIMEOUT, answer -> {
            if (answer instanceof Answer.Ok<SessionReply>(SessionReply.Opened opened)) {
                sessions.put(node, opened.session());
            }
        });
        shell.drain();
        batch(node, List.of(), List.of());
    }

    private SessionId session(String node) {
        return sessions.getOrDefault(node, new SessionId(-1));
    }

    private void batch(String node, List<BlockKey> retire, List<BlockKey> register) {
        batch(node, 0, retire, register);
    }

    private void batch(String node, long caughtUp, List<BlockKey> retire, List<BlockKey> register) {
        long number = numbers.merge(node, 1L, Long::sum);
        shell.ledger(
                new LedgerBatch(
                        new NodeId(node),
                        session(node),
                        number,
                        caughtUp,
                        number == 1,
                        List.of(),
                        retire,
                        register,
                        List.of()),
                TIMEOUT,
                answer -> {});
        shell.drain();
    }

    private void heartbeat(String node) {
        shell.heartbeat(new Heartbeat(new NodeId(node), session(node)), TIMEOUT, answer -> {});
        shell.drain();
    }

    private void watch(SessionId session, int from, int to, long nanos) {
        PrefixQuery query = new PrefixQuery(
                TestKeys.NAMESPACE, TestKeys.hashes(from, to), Optional.of(new PrefixWatch(session, nanos)));
        shell.queryPrefix(query, TIMEOUT, answers::add);
        shell.drain();
    }

    private PrefixReply reply(int index) {
        Answer.Ok<?> ok = assertInstanceOf(Answer.Ok.class, answers.get(index));
        return (PrefixReply) ok.value();
    }

    @Test
    void aQueryOfWhichAllIsThereIsAnsweredAtOnce() {
        batch("a", List.of(), TestKeys.keys(0, 3));
        watch(session("asker"), 0, 3, 100 * MILLI);
        assertTrue(reply(0).full());
        assertEquals(0, shell.held());
    }

    @Test
    void aQueryIsHeldUntilOwnersTogetherHaveTheWholeChain() {
        batch("a", List.of(), TestKeys.keys(0, 3));
        watch(session("asker"), 0, 6, 100 * MILLI);
        batch("b", List.of(), TestKeys.keys(4, 6));
        assertEquals(List.of(), answers);
        assertEquals(1, shell.held());
        batch("b", List.of(), TestKeys.keys(3, 4));
        assertTrue(reply(0).full());
        assertEquals(6, reply(0).reach());
        assertEquals(0, shell.held());
    }

    @Test
    void whenItsTimeIsOverAQueryHearsHowFarItGoes() {
        batch("a", List.of(), TestKeys.keys(0, 3));
        watch(session("asker"), 0, 6, 100 * MILLI);
        assertEquals(OptionalLong.of(100 * MILLI), shell.nextHeldNanos());
        now = 100 * MILLI - 1;
        shell.drain();
        assertEquals(List.of(), answers);
        now = 100 * MILLI;
        shell.drain();
        assertFalse(reply(0).full());
        assertEquals(3, reply(0).reach());
        assertEquals(OptionalLong.empty(), shell.nextHeldNanos());
    }

    @Test
    void whatIsRetiredBeforeTheRestComesIsWaitedForAgain() {
        batch("a", List.of(), TestKeys.keys(0, 3));
        watch(session("asker"), 0, 4, 100 * MILLI);
        batch("a", TestKeys.keys(0, 1), List.of());
        batch("b", List.of(), TestKeys.keys(3, 4));
        assertEquals(List.of(), answers);
        batch("b", List.of(), TestKeys.keys(0, 1));
        assertTrue(reply(0).full());
    }

    @Test
    void aNodeThatBecomesVisibleCompletesAChain() {
        batch("a", List.of(), TestKeys.keys(0, 4));
        now = STALE;
        heartbeat("asker");
        watch(session("asker"), 0, 4, 1_000 * MILLI);
        heartbeat("a");
        assertEquals(List.of(), answers);
        batch("a", 1, List.of(), List.of());
        assertTrue(reply(0).full());
    }

    @Test
    void aChainInMorePiecesThanAnAnswerHasIsFullAllTheSame() {
        for (int i = 0; i < 60; i++) {
            batch(i % 2 == 0 ? "a" : "b", List.of(), TestKeys.keys(i, i + 1));
        }
        watch(session("asker"), 0, 60, 100 * MILLI);
        assertTrue(reply(0).full());
        assertTrue(reply(0).reach() < 60);
    }

    @Test
    void whoHasNoSessionIsAnsweredAtOnce() {
        watch(new SessionId(99), 0, 4, 100 * MILLI);
        assertFalse(reply(0).full());
        assertEquals(0, shell.held());
    }

    @Test
    void aSessionHoldsNoMoreQueriesThanItsShare() {
        for (int i = 0; i < HeldQueries.MAX_OF_SESSION; i++) {
            watch(session("asker"), 0, 4, 100 * MILLI);
        }
        assertEquals(List.of(), answers);
        watch(session("asker"), 0, 4, 100 * MILLI);
        assertFalse(reply(0).full());
        watch(session("a"), 0, 4, 100 * MILLI);
        assertEquals(1, answers.size());
        batch("b", List.of(), TestKeys.keys(0, 4));
        assertEquals(HeldQueries.MAX_OF_SESSION + 2, answers.size());
        watch(session("asker"), 4, 8, 100 * MILLI);
        assertEquals(1, shell.held());
    }

    @Test
    void whatALeavingSessionHeldIsAnsweredAndItsShareIsFree() {
        watch(session("asker"), 0, 4, 100 * MILLI);
        watch(session("a"), 0, 4, 100 * MILLI);
        shell.closeSession(new CloseSession(new NodeId("asker"), session("asker")), TIMEOUT, answer -> {});
        shell.drain();
        assertEquals(1, answers.size());
        assertFalse(reply(0).full());
        assertEquals(1, shell.held());
    }

    @Test
    void aMasterThatBreaksFailsWhatItHolds() {
        watch(session("asker"), 0, 4, 100 * MILLI);
        breaks = true;
        assertThrows(IllegalStateException.class, () -> batch("a", List.of(), TestKeys.keys(0, 1)));
        assertInstanceOf(Answer.Failed.class, answers.getFirst());
        assertEquals(0, shell.held());
    }

    @Test
    void aMasterThatEndsHoldsNothingMore() {
        watch(session("asker"), 0, 4, 100 * MILLI);
        shell.failHeld();
        assertInstanceOf(Answer.Failed.class, answers.getFirst());
        watch(session("asker"), 0, 4, 100 * MILLI);
        assertFalse(reply(1).full());
        assertEquals(0, shell.held());
    }

    @Test
    void aWatchLastsFromAMillisecondToTenMinutes() {
        SessionId session = session("asker");
        for (long nanos : new long[] {0, MILLI - 1, 600_000 * MILLI + 1}) {
            assertEquals(
                    "watch",
                    assertThrows(InvalidInput.class, () -> new PrefixWatch(session, nanos))
                            .field());
        }
    }
}
