package io.forebay.core.catalogue;

import static io.forebay.core.catalogue.PrefetchFixture.SECOND;
import static io.forebay.core.catalogue.PrefetchFixture.room;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.FailedPromotion;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PromotionFailure;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.Pull;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.prefetch.TaskEnd;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What nodes say of their tasks, and what becomes of these when sessions end and time passes.
class PromotionReportsTest {
    private static final NodeId NODE = new NodeId("a");

    private final PrefetchFixture master = new PrefetchFixture();

    @BeforeEach
    void start() {
        master.node("a", 0, 4);
    }

    private TaskAttempt claimed() {
        master.trigger("r", 0, 1);
        return master.pull("a").tasks().getFirst().attempt();
    }

    private Map<TaskEnd, Long> ends() {
        return master.stats().ended().getOrDefault(PromotionSource.PREFETCH, Map.of());
    }

    private Reply report(SessionId session, List<TaskAttempt> started, List<FailedPromotion> failed) {
        return master.step(new ReportPromotions(NODE, session, started, failed));
    }

    @Test
    void aStartIsHeardAndMayBeRepeated() {
        TaskAttempt word = claimed();
        for (int i = 0; i < 2; i++) {
            assertEquals(new AliveReply(true, 7), report(master.session("a"), List.of(word, word), List.of()));
            assertEquals(1, master.stats().promoting());
        }
    }

    /// A node that lives and never says an end.
    @Test
    void theReaperEndsATaskWithinASecondOfItsTtl() {
        report(master.session("a"), List.of(claimed()), List.of());
        long begun = master.now;
        long ttl = PrefetchFixture.TERMS.ttlNanos();
        while (master.stats().promoting() == 1) {
            assertTrue(master.now - begun <= ttl + PrefetchFixture.SECOND, "it is still there");
            master.now += PrefetchFixture.SECOND / 10;
            master.says("a", PrefetchFixture.room(0, 1_000, 1_000));
            master.tick();
        }
        assertTrue(master.now - begun > ttl, "not before");
        assertEquals(Map.of(TaskEnd.EXPIRED, 1L), ends());
    }

    @Test
    void whatIsStartedAndFailedInOneReportHasFailed() {
        TaskAttempt word = claimed();
        FailedPromotion failed = new FailedPromotion(word, PromotionFailure.DEVICE);
        report(master.session("a"), List.of(word), List.of(failed, failed));
        assertEquals(Map.of(TaskEnd.FAILED, 1L), ends());
        assertEquals(0, master.stats().inFlight());
    }

    @Test
    void aReportOfASessionThatIsOverChangesNothing() {
        TaskAttempt word = claimed();
        assertEquals(new AliveReply(false, 7), report(new SessionId(99), List.of(word), List.of()));
        assertEquals(1, master.stats().claimed());
    }

    @Test
    void aSessionThatIsReplacedCancelsItsTasksAndFreesTheirPlaces() {
        claimed();
        master.trigger("r", 1, 2);
        master.step(new OpenSession(NODE, 2, "a:2", "", true));
        assertEquals(Map.of(TaskEnd.CANCELLED, 2L), ends());
        assertEquals(new PullReply.UnknownSession(), master.step(master.pullOf("a", 9, List.of(), 0)));
    }

    @Test
    void aSessionThatIsClosedCancelsItsTasks() {
        claimed();
        master.step(new CloseSession(NODE, master.session("a")));
        assertEquals(Map.of(TaskEnd.CANCELLED, 1L), ends());
    }

    @Test
    void pullsAreNumberedAnewInANewSession() {
        master.step(master.pullOf("a", 100, List.of(), 0));
        master.node("b", 0, 1);
        master.step(new CloseSession(NODE, master.session("a")));
        master.node("a", 0, 4);
        assertEquals(
                new PullReply.Heard(new Pull.Taken(List.of(), List.of())),
                master.step(master.pullOf("a", 1, List.of(), 0)));
    }

    @Test
    void aSessionAndItsTasksMayEndInOneStep() {
        master.step(new Prefetch(TestKeys.NAMESPACE, TestKeys.hashes(0, 1), "r", 50 * SECOND));
        master.now = 60 * SECOND;
        master.tick();
        assertEquals(Map.of(TaskEnd.CANCELLED, 1L), ends());
        master.tick();
        assertEquals(0, master.stats().inFlight());
    }

    @Test
    void aSessionAndWhatItReadsForTooLongMayEndInOneStep() {
        master.start("a", claimed());
        master.now = 601 * SECOND;
        master.tick();
        assertEquals(Map.of(TaskEnd.CANCELLED, 1L), ends());
    }

    @Test
    void anotherNodesTaskExpiresInTheStepThatEndsASession() {
        claimed();
        master.now = 60 * SECOND;
        master.node("b", 2, 9);
        master.step(PrefetchFixture.prefetch("s", 8, 9));
        master.now = 71 * SECOND;
        master.tick();
        assertEquals(Map.of(TaskEnd.CANCELLED, 1L, TaskEnd.EXPIRED, 1L), ends());
    }

    @Test
    void aThrottledBlockIsTriedAgainByATick() {
        master.says("a", room(1_000, 1_000, 1_000));
        assertEquals(PrefetchStatus.THROTTLED_WATERMARK, master.status(0));
        master.says("a", room(0, 1_000, 1_000));
        master.now = 10_000_000L;
        assertEquals(master.now, master.catalogue.nextPromotionNanos().orElseThrow());
        master.tick();
        assertEquals(1, master.stats().queued());
        assertEquals(0, master.stats().candidates());
    }

    @Test
    void roomIsHeardAnewOnlyWhenItChanged() {
        Heartbeat same = new Heartbeat(NODE, master.session("a"), room(0, 1_000, 1_000));
        assertEquals(
                List.of(new Soft.NodeSeen(master.session("a"), 0)),
                master.decide(same).events());
        Heartbeat other = new Heartbeat(NODE, master.session("a"), room(1, 1_000, 1_000));
        assertEquals(2, master.decide(other).events().size());
    }
}
