package io.forebay.server.master;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.catalogue.SwitchPrefetch;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.server.metrics.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MasterPrefetchTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Namespace NAMESPACE = new Namespace("m", "", "f");
    private static final List<BlockHash> TWO = List.of(BlockHash.of(new byte[] {1}), BlockHash.of(new byte[] {2}));

    private final StepLoop loop = new StepLoop();
    private final MasterLoop master = new MasterLoop(
            loop,
            new MasterTerms(CatalogueSettings.defaults(), PrefetchTerms.defaults(), 100),
            () -> 1_000,
            Optional.empty());

    private Answer<PrefetchReply> trigger() {
        List<Answer<PrefetchReply>> answers = new ArrayList<>();
        master.prefetch(new Prefetch(NAMESPACE, TWO, "r", SECOND), SECOND, answers::add);
        loop.runAll();
        return answers.getFirst();
    }

    private void turn(boolean on) {
        master.switchPrefetch(new SwitchPrefetch(on), SECOND, answer -> {});
        loop.runAll();
    }

    private List<PrefetchStatus> decided() {
        return assertInstanceOf(PrefetchReply.Decided.class, ((Answer.Ok<PrefetchReply>) trigger()).value())
                .answers()
                .stream()
                .map(PrefetchReply.PrefetchAnswer::status)
                .toList();
    }

    private void assertDisabled() {
        assertInstanceOf(PrefetchReply.Disabled.class, ((Answer.Ok<PrefetchReply>) trigger()).value());
    }

    @Test
    void triggersAreHeardFromTheMomentTheyAreSwitchedOnUntilTheyAreSwitchedOff() {
        assertDisabled();
        assertFalse(master.stats().prefetch().on());
        turn(true);
        assertTrue(master.stats().prefetch().on());
        assertEquals(List.of(PrefetchStatus.NOT_FOUND, PrefetchStatus.NOT_FOUND), decided());
        turn(false);
        assertDisabled();
    }

    @Test
    void aCatalogueThatStartsOverKeepsToWhatWasSwitched() {
        turn(true);
        master.cancelPrefetch(new CancelPrefetch("r"), SECOND, answer -> {
            if (answer instanceof Answer.Ok) {
                throw new IllegalStateException("broken by the test");
            }
        });
        loop.runAll();
        assertEquals(List.of(PrefetchStatus.NOT_FOUND, PrefetchStatus.NOT_FOUND), decided());
        master.start();
        loop.runAll();
        assertEquals(1, master.stats().restarts());
    }

    @Test
    void everyBlockThatATriggerNamesIsCountedOnce() {
        trigger();
        turn(true);
        trigger();
        trigger();
        master.start();
        loop.runAll();
        Metrics metrics = new Metrics();
        MasterMetrics.addTo(metrics, master::stats);
        String text = metrics.text();
        for (String line : List.of(
                "forebay_prefetch_enabled 1.0",
                "forebay_prefetch_blocks_total{status=\"disabled\"} 2.0",
                "forebay_prefetch_blocks_total{status=\"not_found\"} 4.0",
                "forebay_prefetch_blocks_total{status=\"throttled_cap\"} 0.0",
                "forebay_promotion_tasks{state=\"queued\"} 0.0",
                "forebay_promotion_candidates 0.0",
                "forebay_promotion_admitted_total{source=\"prefetch\"} 0.0",
                "forebay_promotion_ended_total{end=\"expired\",source=\"on_hit\"} 0.0")) {
            assertTrue(text.contains(line), () -> line + " expected in\n" + text);
        }
    }

    @Test
    void lookupsAndCancelsAreAnsweredAlsoWhileTriggersAreNot() {
        List<Answer<LookupReply>> found = new ArrayList<>();
        List<Answer<CancelReply>> cancelled = new ArrayList<>();
        master.lookup(new Lookup(NAMESPACE, TWO), SECOND, found::add);
        master.cancelPrefetch(new CancelPrefetch("r"), SECOND, cancelled::add);
        loop.runAll();
        assertEquals(
                2, ((Answer.Ok<LookupReply>) found.getFirst()).value().blocks().size());
        assertEquals(Answer.ok(new CancelReply(1_000, 0, 0)), cancelled.getFirst());
    }

    @Test
    void aNodeThatPullsOrReportsUnderAnEndedSessionHearsSo() {
        List<Answer<PullReply>> pulled = new ArrayList<>();
        List<Answer<AliveReply>> reported = new ArrayList<>();
        NodeId node = new NodeId("a");
        SessionId old = new SessionId(9);
        master.pullPromotions(new PullPromotions(node, old, 1, List.of(), 4, SECOND), 2 * SECOND, pulled::add);
        master.reportPromotions(new ReportPromotions(node, old, List.of(), List.of()), SECOND, reported::add);
        loop.runAll();
        assertEquals(List.of(Answer.ok(new PullReply.UnknownSession())), pulled);
        assertEquals(List.of(Answer.ok(new AliveReply(false, 1_000))), reported);
    }

    @Test
    void whoSwitchesAFullMasterHearsThatItFailed() {
        loop.full = true;
        assertInstanceOf(Answer.Failed.class, new PrefetchSwitch(master).turn(true));
        assertFalse(new PrefetchSwitch(master).isOn());
    }
}
