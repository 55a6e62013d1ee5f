package io.forebay.server.master;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.PrefixWatch;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.catalogue.StaleReply;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MasterLoopTest {
    private static final long SECOND = 1_000_000_000L;

    private static final MasterTerms TERMS =
            new MasterTerms(CatalogueSettings.defaults(), PrefetchTerms.defaults(), 100);

    private final StepLoop loop = new StepLoop();
    private final MasterLoop master = new MasterLoop(loop, TERMS, () -> 1_000, Optional.empty());

    @Test
    void aNodeThatIsToldToEndIsCounted() {
        List<Answer<SessionReply>> answers = new ArrayList<>();
        NodeId node = new NodeId("a");
        master.start();
        master.openSession(new OpenSession(node, 2, "here:1"), SECOND, answers::add);
        master.openSession(new OpenSession(node, 1, "there:2"), SECOND, answers::add);
        loop.runAll();
        assertEquals(Answer.ok(new SessionReply.Superseded(2, "here:1")), answers.getLast());
        loop.pass(SECOND);
        assertEquals(1, master.stats().superseded());
    }

    @Test
    void reportsOfStaleBlocksAreCountedByReasonAlsoThoseThatNobodyHeeds() {
        List<Answer<StaleReply>> answers = new ArrayList<>();
        Namespace namespace = new Namespace("m", "", "00");
        List<BlockHash> hashes = List.of(BlockHash.of(new byte[] {1}), BlockHash.of(new byte[] {2}));
        master.start();
        master.reportStale(
                new ReportStale(new NodeId("a"), new SessionId(9), namespace, hashes, StaleReason.CORRUPT),
                SECOND,
                answers::add);
        loop.runAll();
        assertEquals(List.of(Answer.ok(new StaleReply(0))), answers);
        loop.pass(SECOND);
        assertEquals(
                Map.of(StaleReason.CORRUPT, 2L, StaleReason.ABSENT, 0L),
                master.stats().staleReports());
    }

    @Test
    void requestsThatComeTogetherAreOneBatch() {
        List<Answer<SessionReply>> answers = new ArrayList<>();
        master.openSession(open("a", 1), SECOND, answers::add);
        master.openSession(open("b", 1), SECOND, answers::add);
        assertEquals(3, loop.runAll(), "two requests and one drain");
        assertEquals(2, answers.size());
        assertInstanceOf(SessionReply.Opened.class, ok(answers.getFirst()));
    }

    @Test
    void theNextBatchIsDrainedToo() {
        List<Answer<AliveReply>> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            master.heartbeat(new Heartbeat(new NodeId("a"), new SessionId(9)), SECOND, answers::add);
            loop.runAll();
            assertEquals(i + 1, answers.size());
        }
    }

    @Test
    void aFullQueueFailsTheRequestAtOnce() {
        List<Answer<SessionReply>> answers = new ArrayList<>();
        loop.full = true;
        master.openSession(open("a", 1), SECOND, answers::add);
        assertInstanceOf(Answer.Failed.class, answers.getFirst());
    }

    @Test
    void ticksExpireSilentNodesAndRefreshTheFigures() {
        master.start();
        master.openSession(open("a", 1), SECOND, answer -> {});
        loop.runAll();
        loop.pass(SECOND);
        assertEquals(1, master.stats().catalogue().visibleNodes());
        loop.pass(20 * SECOND);
        assertEquals(0, master.stats().catalogue().visibleNodes());
        loop.pass(60 * SECOND);
        loop.pass(SECOND);
        assertEquals(0, master.stats().catalogue().sessions());
    }

    @Test
    void aCatalogueThatBreaksStartsOverWithANewEpoch() {
        long before = master.stats().epoch();
        master.start();
        // A reply that throws breaks the batch just as a broken invariant does.
        master.openSession(open("a", 1), SECOND, answer -> {
            if (answer instanceof Answer.Ok) {
                throw new IllegalStateException("broken by the test");
            }
        });
        loop.runAll();
        loop.pass(SECOND);
        assertTrue(master.stats().epoch() > before);
        assertEquals(1, master.stats().restarts());
        assertEquals(0, master.stats().catalogue().sessions());
        List<Answer<SessionReply>> answers = new ArrayList<>();
        master.openSession(open("a", 1), SECOND, answers::add);
        loop.runAll();
        assertInstanceOf(SessionReply.Opened.class, ok(answers.getFirst()));
    }

    private static OpenSession open(String node, long boot) {
        return new OpenSession(new NodeId(node), boot, "127.0.0.1:1");
    }

    private static <T> T ok(Answer<T> answer) {
        return switch (answer) {
            case Answer.Ok<T> ok -> ok.value();
            case Answer.Refused<T> refused -> throw new AssertionError(refused);
            case Answer.Failed<T> failed -> throw new AssertionError(failed);
        };
    }

    /// What a query hears that watches for a block that nobody has.
    private List<Answer<PrefixReply>> watch(long nanos) {
        List<Answer<PrefixReply>> answers = new ArrayList<>();
        master.openSession(open("a", 1), SECOND, answer -> {
            SessionId session = ((SessionReply.Opened) ok(answer)).session();
            PrefixQuery query = new PrefixQuery(
                    new Namespace("m", "", "f"),
                    List.of(BlockHash.of(new byte[] {1})),
                    Optional.of(new PrefixWatch(session, nanos)));
            master.queryPrefix(query, SECOND, answers::add);
        });
        loop.runAll();
        return answers;
    }

    @Test
    void aQueryThatIsHeldIsAnsweredWhenItsTimeIsOverAndNotAtTheNextTick() {
        List<Answer<PrefixReply>> answers = watch(30_000_000L);
        assertEquals(List.of(), answers);
        loop.pass(30_000_000L);
        assertEquals(1, answers.size());
        assertInstanceOf(PrefixReply.class, ok(answers.getFirst()));
    }

    @Test
    void aMasterThatEndsKeepsNobodyWaiting() {
        List<Answer<PrefixReply>> answers = watch(SECOND);
        master.stopHolding();
        loop.runAll();
        assertInstanceOf(Answer.Failed.class, answers.getFirst());
    }
}
