package io.forebay.core.catalogue;

import static io.forebay.core.catalogue.PrefetchFixture.SECOND;
import static io.forebay.core.catalogue.PrefetchFixture.room;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.prefetch.TaskEnd;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Triggers as a router sends them.
class TriggerTest {
    private PrefetchFixture master = new PrefetchFixture();

    private static PrefetchReply.PrefetchAnswer answer(PrefetchStatus status, String owner, boolean leased) {
        return new PrefetchReply.PrefetchAnswer(status, Optional.of(new NodeId(owner)), leased);
    }

    private static PrefetchReply.PrefetchAnswer answer(PrefetchStatus status) {
        return new PrefetchReply.PrefetchAnswer(status, Optional.empty(), false);
    }

    private TaskAttempt claimed(String node) {
        return master.pull(node).tasks().getFirst().attempt();
    }

    private Map<TaskEnd, Long> ends() {
        return master.stats().ended().getOrDefault(PromotionSource.PREFETCH, Map.of());
    }

    @Test
    void eachKeyIsAnsweredInItsPlace() {
        master.node("a", 0, 4);
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(1, 2));
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(3, 4));
        assertEquals(
                List.of(
                        answer(PrefetchStatus.QUEUED, "a", false),
                        answer(PrefetchStatus.IN_MEMORY, "a", true),
                        answer(PrefetchStatus.QUEUED, "a", false),
                        answer(PrefetchStatus.IN_MEMORY, "a", true),
                        answer(PrefetchStatus.NOT_FOUND)),
                master.trigger("r", 0, 5));
        assertEquals(2, master.stats().queued());
    }

    @Test
    void anEmptyBatchIsAnEmptyAnswer() {
        Decision decision = master.decide(PrefetchFixture.prefetch("r", 0, 0));
        assertEquals(new Decision(new PrefetchReply.Decided(7, false, List.of()), List.of()), decision);
    }

    @Test
    void moreThanFourThousandAndNinetySixKeysAreRefused() {
        assertEquals(
                "hashes",
                assertThrows(InvalidInput.class, () -> PrefetchFixture.prefetch("r", 0, 4_097))
                        .field());
        assertEquals(4_096, master.trigger("r", 0, 4_096).size());
    }

    @Test
    void aRequestNeedsItsBlocksFromNowToTenMinutes() {
        for (long nanos : new long[] {-1, 600 * SECOND + 1}) {
            assertEquals(
                    "need_in",
                    assertThrows(
                                    InvalidInput.class,
                                    () -> new Prefetch(TestKeys.NAMESPACE, TestKeys.hashes(0, 1), "r", nanos))
                            .field());
        }
    }

    @Test
    void theReplyIsWarmingWhileInventoriesRun() {
        master.step(new OpenSession(new NodeId("b"), 1, "b:1", "", true));
        assertEquals(
                new PrefetchReply.Decided(7, true, List.of(answer(PrefetchStatus.NOT_FOUND))),
                master.step(PrefetchFixture.prefetch("r", 0, 1)));
    }

    @Test
    void switchedOffATriggerChangesNothing() {
        master = new PrefetchFixture(PrefetchTerms.defaults());
        master.node("a", 0, 4);
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(1, 2));
        assertEquals(
                new Decision(new PrefetchReply.Disabled(7), List.of()),
                master.decide(PrefetchFixture.prefetch("r", 0, 4)));
    }

    @Test
    void withoutPromotionsEveryAnswerIsTheOneOfASwitchThatIsOff() {
        CatalogueFixture without = new CatalogueFixture();
        SessionId session = without.session("a", 1);
        PullPromotions pull = new PullPromotions(new NodeId("a"), session, 1, List.of(), 1, 0);
        assertEquals(new PrefetchReply.Disabled(7), without.step(PrefetchFixture.prefetch("r", 0, 1)));
        assertEquals(new CancelReply(7, 0, 0), without.step(new CancelPrefetch("r")));
        assertEquals(new PullReply.NoPromotions(), without.step(pull));
        assertEquals(new SwitchReply(false), without.step(new SwitchPrefetch(true)));
    }

    @Test
    void offMeansTheSameEventsAsWithoutPromotions() {
        Catalogue off = new PrefetchFixture(PrefetchTerms.defaults()).catalogue;
        Catalogue without = new Catalogue(new CatalogueSettings(10 * SECOND, 60 * SECOND, 0, 4), 7, 0);
        SessionId session = new SessionId((7L << Sessions.COUNT_BITS) + 1);
        NodeId node = new NodeId("a");
        for (Command command : List.of(
                new OpenSession(node, 1, "a:1", "", true),
                new LedgerBatch(node, session, 1, List.of(), TestKeys.keys(0, 2)),
                new Heartbeat(node, session, room(1, 2, 3)),
                PrefetchFixture.prefetch("r", 0, 2),
                new Tick())) {
            Decision decision = off.decide(command, SECOND);
            assertEquals(without.decide(command, SECOND), decision);
            decision.events().forEach(off::apply);
            decision.events().forEach(without::apply);
        }
    }

    @Test
    void switchedWhileItRunsAdmissionStopsAndTasksGoOn() {
        master = new PrefetchFixture(PrefetchTerms.defaults());
        master.node("a", 0, 4);
        assertEquals(new SwitchReply(true), master.step(new SwitchPrefetch(true)));
        assertEquals(new Decision(new SwitchReply(true), List.of()), master.decide(new SwitchPrefetch(true)));
        master.says("a", room(0, 1_000, 1_000));
        assertEquals(PrefetchStatus.QUEUED, master.status(0));
        master.step(new SwitchPrefetch(false));
        assertEquals(new PrefetchReply.Disabled(7), master.step(PrefetchFixture.prefetch("r", 1, 2)));
        master.promoted("a", claimed("a"), TestKeys.key(0));
        assertEquals(Map.of(TaskEnd.COMPLETED, 1L), ends());
    }

    @Test
    void aNodeThatCannotPrefetchIsNoSourceAndItsBlocksAreKnownAllTheSame() {
        master.node("a", 0, 4);
        master.says("a", new Readings(0, 1_000, 0, 1_000, false, Map.of(TestKeys.NAMESPACE, 10L)));
        assertEquals(List.of(answer(PrefetchStatus.NO_LOCAL_DISK)), master.trigger("r", 0, 1));
        master.node("b", 0, 4);
        assertEquals(List.of(answer(PrefetchStatus.QUEUED, "b", false)), master.trigger("r", 0, 1));
    }

    @Test
    void aSilentNodesBlocksAreKnownAndOfNoUse() {
        master.node("a", 0, 1);
        master.node("b", 1, 2);
        master.batch("b", Tier.MEMORY, List.of(), TestKeys.keys(5, 6));
        master.now = 10 * SECOND;
        assertEquals(PrefetchStatus.NO_LOCAL_DISK, master.status(0));
        assertEquals(PrefetchStatus.NO_LOCAL_DISK, master.status(5));
        assertEquals(0, master.stats().inFlight());
    }

    @Test
    void aTriggerOnABlockInMemoryTakesItsLeaseAndTheNextOneRefreshesIt() {
        master.node("a", 0, 0);
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 1));
        assertEquals(List.of(answer(PrefetchStatus.IN_MEMORY, "a", true)), master.trigger("r", 0, 1));
        assertEquals(11 * SECOND, master.leaseNanos(0));
        master.now = 5 * SECOND;
        assertEquals(6 * SECOND, master.leaseNanos(0));
        master.trigger("r", 0, 1);
        assertEquals(11 * SECOND, master.leaseNanos(0));
        assertEquals(
                new LedgerReply.Applied(3, List.of(new RouterLease(TestKeys.key(0), 11 * SECOND))),
                master.batch("a", Tier.MEMORY, TestKeys.keys(0, 1), List.of()));
    }

    @Test
    void theOldestSessionOfThoseThatHaveABlockInMemoryIsNamed() {
        master.node("a", 0, 0);
        master.node("b", 0, 0);
        master.batch("b", Tier.MEMORY, List.of(), TestKeys.keys(0, 1));
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 1));
        assertEquals(List.of(answer(PrefetchStatus.IN_MEMORY, "a", true)), master.trigger("r", 0, 1));
    }

    @Test
    void routersThatPollCannotLeaseThePoolShut() {
        master.node("a", 0, 0);
        master.says("a", room(0, 100, 20)); // half the pool is 5 blocks; what is in it takes nothing of the buffer
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 10));
        for (int poll = 0; poll < 3; poll++) {
            List<Boolean> leased = master.trigger("r" + poll, 0, 10).stream()
                    .map(PrefetchReply.PrefetchAnswer::leased)
                    .toList();
            assertEquals(List.of(true, true, true, true, true, false, false, false, false, false), leased);
        }
        assertEquals(5, master.catalogue.stats(master.now).leases());
    }

    @Test
    void aLeaseThatIsProlongedTakesNoPlaceOfANewOne() {
        master.node("a", 0, 0);
        master.says("a", room(0, 100, 20));
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 10));
        master.trigger("r", 0, 3);
        List<PrefetchReply.PrefetchAnswer> answers = master.trigger("s", 0, 6);
        assertTrue(answers.get(4).leased());
        assertEquals(answer(PrefetchStatus.IN_MEMORY, "a", false), answers.get(5));
    }

    /// Barriers have a bound of their own: what they have leased beyond half of the pool, triggers do not prolong.
    @Test
    void whatBarriersHaveLeasedIsNotProlongedBeyondHalfOfThePool() {
        master.node("a", 0, 0);
        master.says("a", room(0, 100, 0));
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 8));
        List<RouterLease> covered = TestKeys.keys(0, 8).stream()
                .map(key -> new RouterLease(key, 5 * SECOND))
                .toList();
        master.step(new LedgerBatch(
                new NodeId("a"),
                master.session("a"),
                Tier.MEMORY,
                3,
                0,
                false,
                List.of(),
                List.of(),
                List.of(),
                covered));
        master.trigger("r", 0, 8).forEach(answer -> assertTrue(answer.leased(), "until it is needed, in a second"));
        assertEquals(5 * SECOND, master.leaseNanos(0), "not for longer");
    }

    @Test
    void aNodeThatDoesNotSayHowLargeItsBlocksAreLeasesNone() {
        master.node("a", 0, 0);
        master.says("a", new Readings(0, 1_000, 0, 0, true, Map.of()));
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 1));
        assertEquals(List.of(answer(PrefetchStatus.IN_MEMORY, "a", false)), master.trigger("r", 0, 1));
        assertEquals(0, master.leaseNanos(0));
    }

    @Test
    void aBlockThatIsNamedTwiceIsLeasedOnce() {
        master.node("a", 0, 0);
        master.says("a", room(0, 20, 0));
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 1));
        List<BlockHash> twice = List.of(TestKeys.hash(0), TestKeys.hash(0));
        PrefetchReply.PrefetchAnswer leased = answer(PrefetchStatus.IN_MEMORY, "a", true);
        assertEquals(
                new PrefetchReply.Decided(7, false, List.of(leased, leased)),
                master.step(new Prefetch(TestKeys.NAMESPACE, twice, "r", SECOND)));
    }
}
