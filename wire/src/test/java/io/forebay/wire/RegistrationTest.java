package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.Namespace;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A registration lives as long as its stream, and its end is heard exactly once on both sides.
class RegistrationTest {
    private static final InstanceId INSTANCE = new InstanceId("e");
    private static final Registration RANK_1 = new Registration(INSTANCE, 1, "m", "", new KvLayout(1, 2, 64, 64));
    private static final Registered WELCOME = new Registered(new Namespace("m", "", "f"), "/pool", 1, "/lock");

    private final FakeEngine engine = new FakeEngine();
    private final BlockingQueue<String> losses = new LinkedBlockingQueue<>();
    private final Loopback server;
    private final EngineChannel channel;

    RegistrationTest() throws IOException {
        engine.register.answers(WELCOME);
        engine.release.answers(LeaseOutcome.DONE);
        server = Loopback.serving(new Services(engine, null, null));
        channel = connect("first", Loopback.PATIENT);
    }

    private EngineChannel connect(String name, ChannelSettings settings) {
        return EngineChannel.connect(
                server.address(), settings, (instance, rank, _) -> losses.add(name + " lost " + instance + " " + rank));
    }

    @AfterEach
    void close() {
        channel.close();
        server.close();
        engine.close();
    }

    private void nodeHears(String... lines) throws InterruptedException {
        for (String line : lines) {
            assertEquals(line, engine.log.poll(10, TimeUnit.SECONDS));
        }
    }

    private static Registered register(EngineChannel on) throws InterruptedException {
        Awaited<Registered> answer = new Awaited<>();
        on.register(RANK_1, answer);
        return answer.ok();
    }

    /// A whole round trip: whatever came before it on this connection has been handled.
    private static void settle(EngineChannel on) throws InterruptedException {
        Awaited<LeaseOutcome> answer = new Awaited<>();
        on.release(INSTANCE, new LeaseId(0, 0), answer);
        answer.ok();
    }

    @Test
    void aConnectionThatEndsDeregistersItsRankOnce() throws Exception {
        register(channel);
        channel.close();
        nodeHears("register e 1", "deregister e 1");
        server.close();
        assertTrue(engine.log.isEmpty());
        assertTrue(losses.isEmpty());
    }

    @Test
    void deregisteringEndsTheStreamAndIsNoLoss() throws Exception {
        register(channel);
        channel.deregister(INSTANCE, 1);
        nodeHears("register e 1", "deregister e 1");
        channel.deregister(INSTANCE, 1);
        settle(channel);
        assertTrue(engine.log.isEmpty());
        assertTrue(losses.isEmpty());
    }

    @Test
    void aRefusedRankIsNeverDeregistered() throws Exception {
        engine.register.answers(_ -> new Answer.Refused<>("layout", "differs"));
        Awaited<Registered> answer = new Awaited<>();
        channel.register(RANK_1, answer);
        assertEquals("layout", answer.refused().field());
        engine.register.answers(_ -> Answer.failed(Remedy.ELSEWHERE, "full"));
        Awaited<Registered> again = new Awaited<>();
        channel.register(RANK_1, again);
        assertEquals(Remedy.ELSEWHERE, again.failed().failure().remedy());
        channel.close();
        server.close();
        assertEquals(List.of("register e 1", "register e 1"), List.copyOf(engine.log));
    }

    @Test
    void aRankThatGaveUpBeforeItsWelcomeIsDeregisteredAfterIt() throws Exception {
        FakeEngine slow = new FakeEngine();
        slow.release.answers(LeaseOutcome.DONE);
        try (Loopback other = Loopback.serving(new Services(slow, null, null));
                EngineChannel impatient = EngineChannel.connect(
                        other.address(),
                        ChannelSettings.defaults().withCallTimeoutNanos(2 * Loopback.SECOND),
                        (_, _, _) -> losses.add("lost"))) {
            Awaited<Registered> answer = new Awaited<>();
            impatient.register(RANK_1, answer);
            answer.failed();
            assertEquals("register e 1", slow.log.poll(10, TimeUnit.SECONDS));
            settle(impatient);
            slow.register.answerSilent(Answer.ok(WELCOME));
            assertEquals("deregister e 1", slow.log.poll(10, TimeUnit.SECONDS));
            assertEquals(1, answer.count.get());
        }
        assertTrue(slow.log.isEmpty());
        assertTrue(losses.isEmpty());
        slow.close();
    }

    @Test
    void aRankThatComesBackTakesItsOwnPlace() throws Exception {
        register(channel);
        try (EngineChannel second = connect("second", Loopback.PATIENT)) {
            register(second);
            nodeHears("register e 1", "register e 1", "deregister e 1");
            assertEquals("first lost e 1", losses.poll(10, TimeUnit.SECONDS));
            channel.close();
            settle(second);
            assertTrue(engine.log.isEmpty());
        }
        nodeHears("deregister e 1");
    }

    @Test
    void aRankThatRegistersTwiceOnOneChannelIsRegisteredOnceInTheEnd() throws Exception {
        register(channel);
        register(channel);
        nodeHears("register e 1", "deregister e 1", "register e 1");
        settle(channel);
        assertTrue(engine.log.isEmpty());
        assertTrue(losses.isEmpty());
    }

    @Test
    void aSecondRegistrationThatIsRefusedLeavesTheFirstAlone() throws Exception {
        register(channel);
        engine.register.answers(_ -> new Answer.Refused<>("layout", "differs"));
        try (EngineChannel second = connect("second", Loopback.PATIENT)) {
            Awaited<Registered> refused = new Awaited<>();
            second.register(RANK_1, refused);
            assertEquals("layout", refused.refused().field());
        }
        nodeHears("register e 1", "register e 1");
        settle(channel);
        assertTrue(engine.log.isEmpty());
        assertTrue(losses.isEmpty());
        channel.close();
        nodeHears("deregister e 1");
    }

    @Test
    void aNodeThatLeavesDeregistersAndTellsTheEngine() throws Exception {
        register(channel);
        server.server.close(Loopback.SECOND);
        nodeHears("register e 1", "deregister e 1");
        assertEquals("first lost e 1", losses.poll(10, TimeUnit.SECONDS));
        channel.close();
        assertTrue(engine.log.isEmpty());
        assertTrue(losses.isEmpty());
    }

    @Test
    void aConnectionThatFallsSilentDeregistersItsRank() throws Exception {
        WireServerSettings watchful =
                WireServerSettings.of("127.0.0.1", 0).withKeepAlive(10 * Loopback.SECOND, 500 * Loopback.MILLISECOND);
        WireServer watching = WireServer.start(watchful, new Services(engine, null, null));
        try (FreezingProxy proxy = new FreezingProxy(watching.port());
                EngineChannel frozen =
                        EngineChannel.connect(proxy.address(), Loopback.PATIENT, (_, _, _) -> losses.add("lost"))) {
            register(frozen);
            nodeHears("register e 1");
            proxy.freeze();
            assertEquals("deregister e 1", engine.log.poll(30, TimeUnit.SECONDS));
        } finally {
            watching.close(0);
        }
        assertTrue(engine.log.isEmpty());
    }
}
