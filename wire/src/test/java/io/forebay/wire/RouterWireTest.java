package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Each RPC for routers, end to end.
class RouterWireTest {
    private static final long MINUTE = 60 * Loopback.SECOND;
    private static final NodeId NODE = new NodeId("a");

    private final Samples samples = new Samples(48);
    private final FakeMaster master = new FakeMaster();
    private final Loopback server;
    private final RouterChannel channel;

    RouterWireTest() throws IOException {
        server = Loopback.serving(Services.master(master, master, master));
        channel = RouterChannel.connect(server.address(), Loopback.PATIENT);
    }

    @AfterEach
    void close() {
        channel.close();
        server.close();
        master.close();
    }

    @Test
    void aTriggerHearsWhatBecomesOfEachBlock() throws Exception {
        PrefetchReply reply = new PrefetchReply.Decided(
                77,
                true,
                List.of(
                        new PrefetchAnswer(PrefetchStatus.IN_MEMORY, Optional.of(NODE), true),
                        new PrefetchAnswer(PrefetchStatus.NOT_FOUND, Optional.empty(), false)));
        master.prefetch.answers(reply);
        Prefetch request = new Prefetch(samples.namespace(), samples.list(2, 2, samples::hash), "r", 5);
        Awaited<PrefetchReply> answer = new Awaited<>();
        channel.prefetch(request, MINUTE, answer);
        assertEquals(reply, answer.ok());
        assertEquals(request, master.prefetch.nextAsked());
    }

    @Test
    void aTriggerHearsThatTriggersAreOff() throws Exception {
        master.prefetch.answers(new PrefetchReply.Disabled(77));
        Awaited<PrefetchReply> answer = new Awaited<>();
        channel.prefetch(new Prefetch(samples.namespace(), samples.hashes(), "", 5), MINUTE, answer);
        assertEquals(new PrefetchReply.Disabled(77), answer.ok());
    }

    @Test
    void aReplyForAnotherNumberOfBlocksIsTheMastersFailure() throws Exception {
        master.prefetch.answers(new PrefetchReply.Decided(77, false, List.of()));
        Awaited<PrefetchReply> answer = new Awaited<>();
        channel.prefetch(new Prefetch(samples.namespace(), List.of(samples.hash()), "", 5), MINUTE, answer);
        String message = answer.failed().failure().message();
        assertTrue(message.contains("answers: has 0 entries for 1 hashes"), message);
    }

    @Test
    void aRequestIsTakenBack() throws Exception {
        master.cancelPrefetch.answers(new CancelReply(77, 2, 1));
        Awaited<CancelReply> answer = new Awaited<>();
        channel.cancelPrefetch(new CancelPrefetch("r"), MINUTE, answer);
        assertEquals(new CancelReply(77, 2, 1), answer.ok());
        assertEquals(new CancelPrefetch("r"), master.cancelPrefetch.nextAsked());
    }

    @Test
    void theLargestLookupFitsAMessage() throws Exception {
        List<ReplicaStatus> everywhere = IntStream.range(0, 8)
                .mapToObj(i -> new ReplicaStatus(
                        new NodeId(i + "n".repeat(255)),
                        new SessionId(Long.MAX_VALUE - i),
                        Tier.LOCAL_DISK,
                        true,
                        Long.MAX_VALUE))
                .toList();
        List<BlockTiers> blocks = Collections.nCopies(65_536, new BlockTiers(everywhere, Long.MAX_VALUE, true));
        LookupReply reply = new LookupReply(77, true, blocks);
        master.lookup.answers(reply);
        Lookup request = new Lookup(samples.namespace(), Collections.nCopies(65_536, samples.hash()));
        Awaited<LookupReply> answer = new Awaited<>();
        channel.lookup(request, MINUTE, answer);
        assertTrue(reply.equals(answer.ok()), "too large to be printed: the reply is another one");
        assertTrue(request.equals(master.lookup.nextAsked()), "too large to be printed: the request is another one");
    }

    @Test
    void aLookupAndATriggerAreOneCall() throws Exception {
        BlockTiers nowhere = new BlockTiers(List.of(), 0, false);
        PrefetchAnswer missing = new PrefetchAnswer(PrefetchStatus.NOT_FOUND, Optional.empty(), false);
        LookupAndPrefetchReply reply = new LookupAndPrefetchReply(
                new LookupReply(77, true, List.of(nowhere, nowhere)),
                new PrefetchReply.Decided(77, true, List.of(missing, missing)));
        master.lookupAndPrefetch.answers(reply);
        LookupAndPrefetch request =
                new LookupAndPrefetch(new Prefetch(samples.namespace(), samples.list(2, 2, samples::hash), "r", 5));
        Awaited<LookupAndPrefetchReply> answer = new Awaited<>();
        channel.lookupAndPrefetch(request, MINUTE, answer);
        assertEquals(reply, answer.ok());
        assertEquals(request, master.lookupAndPrefetch.nextAsked());
        master.lookupAndPrefetch.answers(new LookupAndPrefetchReply(
                new LookupReply(77, true, List.of(nowhere)), new PrefetchReply.Disabled(77)));
        Awaited<LookupAndPrefetchReply> tooFew = new Awaited<>();
        channel.lookupAndPrefetch(request, MINUTE, tooFew);
        String message = tooFew.failed().failure().message();
        assertTrue(message.contains("blocks: has 1 entries for 2 hashes"), message);
    }

    @Test
    void aMasterThatServesNoRoutersSaysSo() throws Exception {
        try (Loopback older = Loopback.serving(Services.master(master));
                RouterChannel toOlder = RouterChannel.connect(older.address(), Loopback.PATIENT)) {
            Awaited<PrefetchReply> triggered = new Awaited<>();
            toOlder.prefetch(new Prefetch(samples.namespace(), samples.hashes(), "", 5), MINUTE, triggered);
            assertTrue(NotServed.is(triggered.refused()));
            Awaited<CancelReply> cancelled = new Awaited<>();
            toOlder.cancelPrefetch(new CancelPrefetch("r"), MINUTE, cancelled);
            assertTrue(NotServed.is(cancelled.refused()));
            Awaited<LookupReply> lookedUp = new Awaited<>();
            toOlder.lookup(new Lookup(samples.namespace(), samples.hashes()), MINUTE, lookedUp);
            assertTrue(NotServed.is(lookedUp.refused()));
        }
    }

    @Test
    void aMasterThatIsAwayMayBeAskedAgain() throws Exception {
        server.close();
        Awaited<CancelReply> answer = new Awaited<>();
        channel.cancelPrefetch(new CancelPrefetch("r"), MINUTE, answer);
        assertEquals(Remedy.RETRY, answer.failed().failure().remedy());
    }
}
