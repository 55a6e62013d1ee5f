package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MasterShellTest {
    private static final NodeId NODE = new NodeId("a");
    private static final OpenSession OPEN = new OpenSession(NODE, 1, "a:1");
    private static final long TIMEOUT = 100;

    private final List<String> story = new ArrayList<>();
    private final List<Answer<?>> answers = new ArrayList<>();
    private long now;

    private MasterShell shell(Journal journal, int inboxLimit) {
        Catalogue catalogue = new Catalogue(new CatalogueSettings(10, 60, 0, 4), 1, 0);
        return new MasterShell(catalogue, journal, () -> now, inboxLimit);
    }

    private void heard(Answer<?> answer) {
        story.add("reply");
        answers.add(answer);
    }

    private SessionId opened(MasterShell shell) {
        shell.openSession(OPEN, TIMEOUT, this::heard);
        shell.drain();
        Answer.Ok<?> ok = assertInstanceOf(Answer.Ok.class, answers.removeLast());
        story.clear();
        return ((SessionReply.Opened) ok.value()).session();
    }

    @Test
    void nothingHappensBeforeItIsDrained() {
        MasterShell shell = shell(Journal.NONE, 8);
        shell.openSession(OPEN, TIMEOUT, this::heard);
        assertEquals(1, shell.waiting());
        assertEquals(0, shell.stats().sessions());
        assertEquals(1, shell.drain());
        assertEquals(1, shell.stats().sessions());
        assertEquals(1, answers.size());
        assertEquals(0, shell.drain());
        assertEquals(1, answers.size());
    }

    @Test
    void repliesFollowTheJournalAndKeepTheOrderOfRequests() {
        MasterShell shell = shell(events -> story.add("journal " + events.size()), 8);
        SessionId session = opened(shell);
        shell.ledger(new LedgerBatch(NODE, session, 1, List.of(), TestKeys.keys(0, 2)), TIMEOUT, this::heard);
        shell.queryPrefix(new PrefixQuery(TestKeys.NAMESPACE, TestKeys.hashes(0, 2)), TIMEOUT, this::heard);
        shell.heartbeat(new Heartbeat(NODE, session), TIMEOUT, this::heard);
        shell.closeSession(new CloseSession(NODE, session), TIMEOUT, this::heard);
        assertEquals(4, shell.drain());
        assertEquals(List.of("journal 2", "reply", "reply", "reply", "reply"), story);
        OwnerRun run = new OwnerRun(NODE, 1, session, "a:1", 0, 2, 1);
        assertEquals(
                List.of(
                        Answer.ok(new LedgerReply.Applied(1)),
                        Answer.ok(new PrefixReply(1, true, List.of(run), true)),
                        Answer.ok(new AliveReply(true, 1)),
                        Answer.ok(new AliveReply(true, 1))),
                answers);
    }

    @Test
    void softEventsAreNotJournalled() {
        MasterShell shell = shell(events -> story.add("journal " + events.size()), 8);
        SessionId session = opened(shell);
        shell.heartbeat(new Heartbeat(NODE, session), TIMEOUT, this::heard);
        shell.drain();
        assertEquals(List.of("reply"), story);
    }

    @Test
    void aFullInboxFailsTheNextRequestAtOnce() {
        MasterShell shell = shell(Journal.NONE, 2);
        for (int i = 0; i < 3; i++) {
            shell.openSession(OPEN, TIMEOUT, this::heard);
        }
        assertEquals(List.of(Answer.failed(Remedy.RETRY, "the master's inbox is full: 2 requests wait")), answers);
        assertEquals(2, shell.drain());
        assertEquals(3, answers.size());
        shell.openSession(OPEN, TIMEOUT, this::heard);
        assertEquals(1, shell.drain(), "a drained inbox has room again");
    }

    @Test
    void aTickPassesAFullInboxAndComesAfterItsRequests() {
        MasterShell shell = shell(Journal.NONE, 1);
        SessionId session = opened(shell);
        now = 60;
        shell.heartbeat(new Heartbeat(NODE, session), TIMEOUT, this::heard);
        shell.tick();
        shell.tick();
        assertEquals(2, shell.drain(), "two ticks before one drain are one");
        assertEquals(1, shell.stats().sessions());
        now = 120;
        shell.tick();
        shell.drain();
        assertEquals(0, shell.stats().sessions());
    }

    @Test
    void aRequestThatWaitedPastItsTimeoutFailsUndecided() {
        MasterShell shell = shell(Journal.NONE, 8);
        shell.openSession(OPEN, TIMEOUT, this::heard);
        now = TIMEOUT + 1;
        shell.drain();
        Answer.Failed<?> failed = assertInstanceOf(Answer.Failed.class, answers.getFirst());
        assertEquals(Remedy.RETRY, failed.failure().remedy());
        assertEquals(0, shell.stats().sessions());
    }

    @Test
    void aRequestThatWaitedExactlyItsTimeoutIsCarriedOut() {
        MasterShell shell = shell(Journal.NONE, 8);
        shell.openSession(OPEN, TIMEOUT, this::heard);
        now = TIMEOUT;
        shell.drain();
        assertEquals(1, shell.stats().sessions());
    }

    @Test
    void aReplyThatBringsANewRequestDoesNotKeepTheDrainGoing() {
        MasterShell shell = shell(Journal.NONE, 8);
        shell.openSession(OPEN, TIMEOUT, answer -> shell.openSession(OPEN, TIMEOUT, this::heard));
        assertEquals(1, shell.drain());
        assertEquals(0, answers.size());
        assertEquals(1, shell.drain());
        assertEquals(1, answers.size());
    }

    @Test
    void aBrokenJournalFailsEveryRequestOfItsBatchOnce() {
        MasterShell shell = shell(
                events -> {
                    throw new IllegalStateException("disk");
                },
                8);
        shell.openSession(OPEN, TIMEOUT, this::heard);
        shell.queryPrefix(new PrefixQuery(TestKeys.NAMESPACE, TestKeys.hashes(0, 1)), TIMEOUT, this::heard);
        assertThrows(IllegalStateException.class, shell::drain);
        Answer<?> broke = new Answer.Failed<>(new Failure(Remedy.RETRY, "the master broke and starts over"));
        assertEquals(List.of(broke, broke), answers);
    }

    @Test
    void theNodesAreShownAsOfNow() {
        MasterShell shell = shell(Journal.NONE, 8);
        SessionId session = opened(shell);
        now = 10;
        assertEquals(List.of(new NodeStatus(NODE, 1, session, "a:1", "", false, false, 10, 0, 0)), shell.nodes());
    }
}
