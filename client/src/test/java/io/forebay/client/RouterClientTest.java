package io.forebay.client;

import static java.time.temporal.ChronoUnit.FOREVER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.prefetch.PrefetchStatus;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class RouterClientTest {
    private static final Namespace NAMESPACE = new Namespace("m", "", "f");
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final long SECOND = 1_000_000_000L;

    private final FakeMaster first = new FakeMaster();
    private final FakeMaster second = new FakeMaster();
    private long nanos;
    private final RouterClient client = RouterClient.open(
            new RouterOptions(List.of("a:1", "b:1"), Duration.ofMillis(200), Duration.ofSeconds(30)),
            address -> Optional.ofNullable(Map.of("a:1", first, "b:1", second).get(address))
                    .orElseThrow(),
            () -> nanos);

    private static List<BlockHash> hashes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> BlockHash.of(ByteBuffer.allocate(4).putInt(i).array()))
                .toList();
    }

    private TriggerReport trigger(List<BlockHash> hashes) {
        return ((Answer.Ok<TriggerReport>) client.prefetch(NAMESPACE, hashes, "r", SOON)).value();
    }

    private List<PrefetchStatus> statuses(List<BlockHash> hashes) {
        return assertInstanceOf(TriggerReport.Decided.class, trigger(hashes)).answers().stream()
                .map(answer -> answer.status())
                .toList();
    }

    @Test
    void manyBlocksGoInBatchesAndTheirAnswersComeInOrder() {
        int count = 2 * Prefetch.MAX_HASHES + 3;
        List<BlockHash> hashes = hashes(count);
        first.warming = true;
        first.statuses.put(hashes.getLast(), PrefetchStatus.NOT_FOUND);
        first.statuses.put(hashes.get(Prefetch.MAX_HASHES), PrefetchStatus.IN_MEMORY);
        TriggerReport.Decided decided = assertInstanceOf(TriggerReport.Decided.class, trigger(hashes));
        assertTrue(decided.warming(), "one batch was warming");
        assertEquals(count, decided.answers().size());
        assertEquals(PrefetchStatus.NOT_FOUND, decided.answers().getLast().status());
        assertEquals(
                PrefetchStatus.IN_MEMORY,
                decided.answers().get(Prefetch.MAX_HASHES).status());
        assertEquals(PrefetchStatus.QUEUED, decided.answers().getFirst().status());
        assertEquals(
                List.of(Prefetch.MAX_HASHES, Prefetch.MAX_HASHES, 3),
                first.triggers.stream().map(each -> each.hashes().size()).toList());
        LookupReply found = ((Answer.Ok<LookupReply>) client.lookup(NAMESPACE, hashes)).value();
        assertTrue(found.warming());
        assertEquals(count, found.blocks().size());
        assertEquals(2, found.blocks().getLast().sizeBytes());
        assertEquals(3, first.lookups.size());
    }

    @Test
    void nothingIsAskedForNoBlock() {
        assertEquals(new TriggerReport.Decided(false, List.of()), trigger(List.of()));
        assertEquals(Answer.ok(new LookupReply(0, false, List.of())), client.lookup(NAMESPACE, List.of()));
        assertEquals(0, first.triggers.size() + first.lookups.size());
    }

    @Test
    void aMasterThatFailsIsPassedOverAndTheOneThatAnsweredIsAskedFirst() {
        first.mood = FakeMaster.Mood.FAILS;
        assertEquals(Answer.ok(new CancelReply(1, 2, 3)), client.cancel("r"));
        assertEquals(Answer.ok(new CancelReply(1, 2, 3)), client.cancel("s"));
        assertEquals(List.of("r"), first.cancelled);
        assertEquals(List.of("r", "s"), second.cancelled);
        second.mood = FakeMaster.Mood.FAILS;
        Answer<CancelReply> nobody = client.cancel("t");
        assertInstanceOf(Answer.Failed.class, nobody);
        assertEquals("nobody listens; nobody listens", nobody.problem());
    }

    @Test
    void aSilentMasterLeavesTimeForTheNext() {
        first.mood = FakeMaster.Mood.SILENT;
        assertEquals(Answer.ok(List.of(new Namespace("m", "t", "f"))), client.namespaces("m"));
        assertEquals(TimeUnit.MILLISECONDS.toNanos(100), first.lastTimeoutNanos);
        assertEquals(TimeUnit.MILLISECONDS.toNanos(200), second.lastTimeoutNanos, "the clock of the test stands still");
    }

    @Test
    void behindADisabledAnswerNoTriggerIsSentForAWhile() {
        first.mood = FakeMaster.Mood.OFF;
        assertEquals(new TriggerReport.Off(true), trigger(hashes(1)));
        first.mood = FakeMaster.Mood.ANSWERS;
        nanos += 30 * SECOND - 1;
        assertEquals(new TriggerReport.Off(true), trigger(hashes(1)));
        assertEquals(1, first.triggers.size());
        nanos += 1;
        assertEquals(List.of(PrefetchStatus.QUEUED), statuses(hashes(1)));
    }

    @Test
    void mastersThatKnowNoTriggersAreRememberedToo() {
        first.mood = FakeMaster.Mood.KNOWS_NO_PREFETCH;
        second.mood = FakeMaster.Mood.KNOWS_NO_PREFETCH;
        assertEquals(new TriggerReport.Off(false), trigger(hashes(1)));
        assertEquals(new TriggerReport.Off(false), trigger(hashes(1)));
        assertEquals(1, first.triggers.size());
        assertEquals(1, second.triggers.size());
    }

    @Test
    void oneMasterThatKnowsTriggersIsEnough() {
        first.mood = FakeMaster.Mood.KNOWS_NO_PREFETCH;
        assertEquals(List.of(PrefetchStatus.QUEUED), statuses(hashes(1)));
    }

    @Test
    void aFailureIsNotRememberedAsOff() {
        first.mood = FakeMaster.Mood.FAILS;
        second.mood = FakeMaster.Mood.FAILS;
        assertInstanceOf(Answer.Failed.class, client.prefetch(NAMESPACE, hashes(1), "r", SOON));
        second.mood = FakeMaster.Mood.ANSWERS;
        assertEquals(List.of(PrefetchStatus.QUEUED), statuses(hashes(1)));
    }

    @Test
    void aThrottledBlockWaitsWhileTheOthersAreAsked() {
        List<BlockHash> two = hashes(2);
        first.statuses.put(two.getFirst(), PrefetchStatus.THROTTLED_CAP);
        List<PrefetchStatus> throttled = List.of(PrefetchStatus.THROTTLED_CAP, PrefetchStatus.QUEUED);
        assertEquals(throttled, statuses(two));
        first.statuses.clear();
        assertEquals(throttled, statuses(two));
        assertEquals(List.of(two.getLast()), first.triggers.getLast().hashes());
        nanos += Throttles.FIRST_NANOS;
        assertEquals(List.of(PrefetchStatus.QUEUED, PrefetchStatus.QUEUED), statuses(two));
    }

    private TriggeredLookup both(List<BlockHash> hashes) {
        return ((Answer.Ok<TriggeredLookup>) client.lookupAndPrefetch(NAMESPACE, hashes, "r", SOON)).value();
    }

    @Test
    void aLookupAndATriggerAreOneCallForEachBatch() {
        TriggeredLookup reply = both(hashes(Prefetch.MAX_HASHES + 2));
        assertEquals(2, first.both);
        assertEquals(1, reply.before().blocks().getLast().sizeBytes(), "a block's size is its place in the batch");
        TriggerReport.Decided decided = assertInstanceOf(TriggerReport.Decided.class, reply.trigger());
        assertEquals(Prefetch.MAX_HASHES + 2, decided.answers().size());
    }

    @Test
    void whereTriggersAreOffItIsALookup() {
        first.mood = FakeMaster.Mood.OFF;
        assertEquals(new TriggerReport.Off(true), both(hashes(1)).trigger());
        assertEquals(new TriggerReport.Off(true), both(hashes(1)).trigger());
        assertEquals(1, first.triggers.size(), "what is off is remembered");
    }

    @Test
    void aMasterThatDoesNotKnowTheOneCallIsAskedTwoAndThatIsRemembered() {
        first.knowsBoth = false;
        second.knowsBoth = false;
        assertInstanceOf(TriggerReport.Decided.class, both(hashes(1)).trigger());
        first.knowsBoth = true;
        both(hashes(1));
        assertEquals(0, first.both);
        nanos += 30 * SECOND;
        both(hashes(1));
        assertEquals(1, first.both);
    }

    @Test
    void aThrottledBlockIsLookedUpAndNotAskedForAgain() {
        first.statuses.put(hashes(1).getFirst(), PrefetchStatus.THROTTLED_CAP);
        both(hashes(1));
        TriggeredLookup again = both(hashes(1));
        assertEquals(1, first.triggers.size());
        assertEquals(1, again.before().blocks().size());
    }

    @Test
    void badInputIsRefusedBeforeAnybodyIsAsked() {
        assertThrows(InvalidInput.class, () -> client.cancel(""));
        assertThrows(InvalidInput.class, () -> client.prefetch(NAMESPACE, hashes(1), "r", Duration.ofHours(1)));
        assertThrows(InvalidInput.class, () -> client.prefetch(NAMESPACE, hashes(1), "r".repeat(257), SOON));
        assertThrows(InvalidInput.class, () -> client.prefetch(NAMESPACE, hashes(1), "r", FOREVER.getDuration()));
        assertThrows(InvalidInput.class, () -> RouterOptions.of(List.of()));
        List<String> masters = List.of("a:1");
        assertThrows(InvalidInput.class, () -> new RouterOptions(masters, Duration.ZERO, SOON));
        assertThrows(InvalidInput.class, () -> new RouterOptions(masters, SOON, Duration.ofHours(2)));
        assertEquals(0, first.triggers.size());
    }

    @Test
    void aClosedClientHasClosedItsConnectionsAndAsksNobody() {
        client.close();
        assertTrue(first.closed && second.closed);
        assertEquals("the client is closed", client.cancel("r").problem());
        assertEquals(List.of(), first.cancelled);
    }
}
