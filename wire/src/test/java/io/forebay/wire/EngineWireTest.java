package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.EnginePrefetch;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.core.prefetch.PrefetchStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Each RPC of an engine, end to end.
class EngineWireTest {
    private static final long SECOND = Loopback.SECOND;
    private static final InstanceId INSTANCE = new InstanceId("vllm-0");

    private final Samples samples = new Samples(42);
    private final FakeEngine engine = new FakeEngine();
    private final Loopback server;
    private final EngineChannel channel;

    EngineWireTest() throws IOException {
        server = Loopback.serving(new Services(engine, null, null));
        channel = EngineChannel.connect(server.address(), Loopback.PATIENT, (_, _, _) -> {});
    }

    @AfterEach
    void close() {
        channel.close();
        server.close();
        engine.close();
    }

    @Test
    void aRankRegisters() throws Exception {
        Registration request = new Registration(INSTANCE, 3, "llama", "", new KvLayout(2, 4, 100, 64));
        Registered welcome = new Registered(samples.namespace(), "/dev/shm/pool", -7, "/dev/shm/pool.lock");
        engine.register.answers(welcome);
        Awaited<Registered> answer = new Awaited<>();
        channel.register(request, answer);
        assertEquals(welcome, answer.ok());
        assertEquals(request, engine.register.nextAsked());
    }

    @Test
    void reservationsComeBackInOrder() throws Exception {
        List<Reservation> reservations = List.of(
                new Reservation.Granted(-5, List.of(samples.extent(), samples.extent())),
                new Reservation.Present(),
                new Reservation.NoRoom(NoRoomReason.QUARANTINE),
                new Reservation.Granted(6, List.of(samples.extent(), samples.extent())),
                new Reservation.InFlightElsewhere());
        engine.reserve.answers(reservations);
        Reserve request = new Reserve(INSTANCE, 77, "r1", 1, samples.list(5, 5, samples::hash));
        Awaited<List<Reservation>> answer = new Awaited<>();
        channel.reserve(request, answer);
        assertEquals(reservations, answer.ok());
        assertEquals(request, engine.reserve.nextAsked());
    }

    @Test
    void sealsAndAbortsAnswerForEachBlock() throws Exception {
        List<SealOutcome> outcomes = List.of(SealOutcome.values());
        engine.seal.answers(outcomes);
        engine.abort.answers(outcomes);
        Seal seal = new Seal(INSTANCE, 0, samples.list(4, 4, samples::reserved));
        Abort abort = new Abort(INSTANCE, 0, seal.blocks());
        Awaited<List<SealOutcome>> sealed = new Awaited<>();
        Awaited<List<SealOutcome>> aborted = new Awaited<>();
        channel.seal(seal, sealed);
        channel.abort(abort, aborted);
        assertEquals(outcomes, sealed.ok());
        assertEquals(outcomes, aborted.ok());
        assertEquals(seal, engine.seal.nextAsked());
        assertEquals(abort, engine.abort.nextAsked());
    }

    @Test
    void aQueryForThirtyTwoThousandBlocksOfFourSlotsFitsInOneReply() throws Exception {
        int count = 32_768;
        List<StoredBlock> blocks = samples.list(count, count, () -> new StoredBlock(samples.list(4, 4, samples::slot)));
        List<Outcome> outcomes = new ArrayList<>();
        blocks.forEach(_ -> outcomes.add(Outcome.PEER));
        QueryReply reply = new QueryReply.Ready(samples.lease(), blocks, outcomes);
        engine.query.answers(reply);
        Query query = new Query(INSTANCE, 77, "r1", samples.list(count, count, samples::hash), 60 * SECOND, SECOND);
        Awaited<QueryReply> answer = new Awaited<>();
        channel.query(query, answer);
        assertEquals(reply, answer.ok());
        assertEquals(query, engine.query.nextAsked());
    }

    @Test
    void leasesAreReleasedAndRenewed() throws Exception {
        engine.release.answers(LeaseOutcome.DONE);
        engine.renew.answers(LeaseOutcome.OTHER_INSTANCE);
        LeaseId lease = samples.lease();
        Awaited<LeaseOutcome> released = new Awaited<>();
        Awaited<LeaseOutcome> renewed = new Awaited<>();
        channel.release(INSTANCE, lease, released);
        channel.renew(INSTANCE, lease, renewed);
        assertEquals(LeaseOutcome.DONE, released.ok());
        assertEquals(LeaseOutcome.OTHER_INSTANCE, renewed.ok());
        assertEquals(new FakeEngine.Use(INSTANCE, lease), engine.release.nextAsked());
        assertEquals(new FakeEngine.Use(INSTANCE, lease), engine.renew.nextAsked());
    }

    @Test
    void theBarrierReports() throws Exception {
        engine.awaitHandoff.answers(new HandoffReport(5, 2, -9));
        AwaitHandoff request = new AwaitHandoff(INSTANCE, "r1", HandoffLevel.REGISTERED, 60 * SECOND);
        Awaited<HandoffReport> answer = new Awaited<>();
        channel.awaitHandoff(request, answer);
        assertEquals(new HandoffReport(5, 2, -9), answer.ok());
        assertEquals(request, engine.awaitHandoff.nextAsked());
    }

    @Test
    void aPrefixLengthArrivesAsItIs() throws Exception {
        PrefixLength request = new PrefixLength(INSTANCE, samples.list(9, 9, samples::hash), SECOND);
        engine.prefixLength.answers(new PrefixLengths(3, 9, true));
        Awaited<PrefixLengths> answer = new Awaited<>();
        channel.prefixLength(request, answer);
        assertEquals(new PrefixLengths(3, 9, true), answer.ok());
        assertEquals(request, engine.prefixLength.nextAsked());
    }

    @Test
    void aTriggerArrivesAsItIs() throws Exception {
        EnginePrefetch request = new EnginePrefetch(INSTANCE, samples.list(2, 2, samples::hash), "r", SECOND);
        PrefetchReply reply = new PrefetchReply.Decided(
                7, true, Collections.nCopies(2, new PrefetchAnswer(PrefetchStatus.NOT_FOUND, Optional.empty(), false)));
        engine.prefetch.answers(reply);
        Awaited<PrefetchReply> answer = new Awaited<>();
        channel.prefetch(request, answer);
        assertEquals(reply, answer.ok());
        assertEquals(request, engine.prefetch.nextAsked());
    }

    @Test
    void aServerThatKnowsNoTriggersSaysSo() throws Exception {
        try (Loopback older = Loopback.serving(new Services(null, null, null));
                EngineChannel toOlder = EngineChannel.connect(older.address(), Loopback.PATIENT, (_, _, _) -> {})) {
            Awaited<PrefetchReply> answer = new Awaited<>();
            toOlder.prefetch(new EnginePrefetch(INSTANCE, List.of(), "", SECOND), answer);
            assertTrue(NotServed.is(answer.refused()));
            Awaited<Long> another = new Awaited<>();
            toOlder.marker(INSTANCE, another);
            another.failed();
        }
    }

    @Test
    void aMarkerArrivesAsItIs() throws Exception {
        engine.marker.answers(-3L);
        Awaited<Long> answer = new Awaited<>();
        channel.marker(INSTANCE, answer);
        assertEquals(-3L, answer.ok());
        assertEquals(INSTANCE, engine.marker.nextAsked());
    }

    @Test
    void aRefusalAndAFailureArriveAsTheyWere() throws Exception {
        engine.seal.answers(_ -> new Answer.Refused<>("instance_id", "is not registered: x"));
        engine.abort.answers(_ -> Answer.failed(Remedy.ELSEWHERE, "the pool is gone"));
        Awaited<List<SealOutcome>> sealed = new Awaited<>();
        Awaited<List<SealOutcome>> aborted = new Awaited<>();
        channel.seal(new Seal(INSTANCE, 0, samples.list(1, 9, samples::reserved)), sealed);
        channel.abort(new Abort(INSTANCE, 0, samples.list(1, 9, samples::reserved)), aborted);
        assertEquals(new Answer.Refused<>("instance_id", "is not registered: x"), sealed.refused());
        assertEquals(
                new Failure(Remedy.ELSEWHERE, "the pool is gone"),
                aborted.failed().failure());
    }

    @Test
    void aReplyOfTheWrongLengthIsTheNodesFailure() throws Exception {
        engine.seal.answers(List.of(SealOutcome.DONE));
        Awaited<List<SealOutcome>> sealed = new Awaited<>();
        channel.seal(new Seal(INSTANCE, 0, samples.list(2, 2, samples::reserved)), sealed);
        String message = sealed.failed().failure().message();
        assertTrue(message.contains("results: has 1 entries for 2 hashes"), message);
    }
}
