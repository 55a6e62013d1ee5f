package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.PrefixWatch;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.catalogue.StaleReply;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Each RPC of the master but the ledger, end to end.
class MasterWireTest {
    private static final long MINUTE = 60 * Loopback.SECOND;
    private static final NodeId NODE = new NodeId("a");
    private static final SessionId SESSION = new SessionId(9);

    private final Samples samples = new Samples(44);
    private final FakeMaster master = new FakeMaster();
    private final Loopback server;
    private final MasterChannel channel;

    MasterWireTest() throws IOException {
        server = Loopback.serving(Services.master(master));
        channel = MasterChannel.connect(server.address(), Loopback.PATIENT);
    }

    @AfterEach
    void close() {
        channel.close();
        server.close();
        master.close();
    }

    @Test
    void aSessionOpensAndCloses() throws Exception {
        master.openSession.answers(new SessionReply.Opened(SESSION, 77, 3));
        master.closeSession.answers(new AliveReply(true, 77));
        OpenSession open = new OpenSession(NODE, 2, "a:1");
        Awaited<SessionReply> opened = new Awaited<>();
        channel.openSession(open, MINUTE, opened);
        assertEquals(new SessionReply.Opened(SESSION, 77, 3), opened.ok());
        assertEquals(open, master.openSession.nextAsked());
        CloseSession close = new CloseSession(NODE, SESSION);
        Awaited<AliveReply> closed = new Awaited<>();
        channel.closeSession(close, MINUTE, closed);
        assertEquals(new AliveReply(true, 77), closed.ok());
        assertEquals(close, master.closeSession.nextAsked());
    }

    @Test
    void anOlderBootHearsThatItIsSuperseded() throws Exception {
        master.openSession.answers(new SessionReply.Superseded(5, "b:1"));
        Awaited<SessionReply> opened = new Awaited<>();
        channel.openSession(new OpenSession(NODE, 2, "a:1"), MINUTE, opened);
        assertEquals(new SessionReply.Superseded(5, "b:1"), opened.ok());
    }

    @Test
    void aHeartbeatIsAnswered() throws Exception {
        master.heartbeat.answers(new AliveReply(false, 78));
        Awaited<AliveReply> alive = new Awaited<>();
        channel.heartbeat(new Heartbeat(NODE, SESSION), MINUTE, alive);
        assertEquals(new AliveReply(false, 78), alive.ok());
        assertEquals(new Heartbeat(NODE, SESSION), master.heartbeat.nextAsked());
    }

    @Test
    void aPrefixQueryNamesItsOwners() throws Exception {
        PrefixReply reply = new PrefixReply(
                77,
                true,
                List.of(new OwnerRun(NODE, 2, SESSION, "a:1", 0, 3), new OwnerRun(NODE, 2, SESSION, "a:1", 3, 1)));
        master.queryPrefix.answers(reply);
        PrefixQuery query = new PrefixQuery(samples.namespace(), samples.list(4, 4, samples::hash));
        Awaited<PrefixReply> answer = new Awaited<>();
        channel.queryPrefix(query, MINUTE, answer);
        assertEquals(reply, answer.ok());
        assertEquals(query, master.queryPrefix.nextAsked());
    }

    @Test
    void theNamespacesOfAModelAreListed() throws Exception {
        NamespacesReply reply = new NamespacesReply(77, samples.list(0, 5, samples::namespace));
        master.listNamespaces.answers(reply);
        Awaited<NamespacesReply> answer = new Awaited<>();
        channel.listNamespaces(new ListNamespaces("llama"), MINUTE, answer);
        assertEquals(reply, answer.ok());
        assertEquals(new ListNamespaces("llama"), master.listNamespaces.nextAsked());
    }

    @Test
    void aReportOfStaleBlocksIsAnswered() throws Exception {
        master.reportStale.answers(new StaleReply(3));
        ReportStale report = new ReportStale(
                NODE, SESSION, samples.namespace(), samples.list(4, 4, samples::hash), StaleReason.ABSENT);
        Awaited<StaleReply> answer = new Awaited<>();
        channel.reportStale(report, MINUTE, answer);
        assertEquals(new StaleReply(3), answer.ok());
        assertEquals(report, master.reportStale.nextAsked());
    }

    @Test
    void manyCallersAtOnceEachGetTheirOwnAnswer() throws Exception {
        master.queryPrefix.answers(query ->
                io.forebay.core.answer.Answer.ok(new PrefixReply(query.hashes().size(), false, List.of())));
        try (MasterChannel second = MasterChannel.connect(server.address(), Loopback.PATIENT)) {
            List<Awaited<PrefixReply>> answers = new ArrayList<>();
            for (int i = 1; i <= 100; i++) {
                Awaited<PrefixReply> answer = new Awaited<>();
                answers.add(answer);
                (i % 2 == 0 ? channel : second)
                        .queryPrefix(
                                new PrefixQuery(samples.namespace(), samples.list(i, i, samples::hash)),
                                MINUTE,
                                answer);
            }
            for (int i = 1; i <= 100; i++) {
                assertEquals(i, answers.get(i - 1).ok().masterEpoch());
            }
        }
    }

    @Test
    void queriesThatAreHeldDelayNothingElse() throws Exception {
        int moreThanAConnectionHas = 1_100;
        PrefixQuery watch = new PrefixQuery(
                samples.namespace(), samples.hashes(), Optional.of(new PrefixWatch(SESSION, MINUTE / 2)));
        for (int i = 0; i < moreThanAConnectionHas; i++) {
            channel.queryPrefix(watch, MINUTE, new Awaited<>());
        }
        assertEquals(watch, master.queryPrefix.nextAsked());
        master.listNamespaces.answers(new NamespacesReply(77, List.of()));
        Awaited<NamespacesReply> answer = new Awaited<>();
        channel.listNamespaces(new ListNamespaces("llama"), MINUTE, answer);
        assertEquals(new NamespacesReply(77, List.of()), answer.ok());
    }
}
