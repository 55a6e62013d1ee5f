package io.forebay.cli.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.page.MetricsPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ClusterLookTest {
    private static final String UP = "forebay_master_session_open 1.0\nforebay_uptime_seconds 100.0\n";
    private static final Optional<NodeLook.Known> HEARD = Optional.of(new NodeLook.Known(true, 200, false));

    private static NodeLook node(String name, String metrics) {
        return new NodeLook(name, name + ":1", HEARD, Optional.of(MetricsPage.parse(metrics)), List.of(), "");
    }

    private static NodeLook dead(String name) {
        return new NodeLook(name, name + ":1", HEARD, Optional.empty(), List.of(), "refused");
    }

    private static ClusterLook look(long atSeconds, NodeLook... nodes) {
        MasterLook master = new MasterLook(
                "m:1",
                Optional.of(MetricsPage.parse("forebay_catalogue_epoch 1.0\nforebay_uptime_seconds 7200.0\n")),
                List.of(),
                "");
        return new ClusterLook(
                TimeUnit.SECONDS.toNanos(atSeconds),
                TimeUnit.SECONDS.toMillis(1_800_000_000L + atSeconds),
                Optional.of(master),
                List.of(nodes));
    }

    @Test
    void nothingIsWrongWithNodesThatAnswerAndHaveASession() {
        ClusterLook look = look(0, node("a", UP));
        assertEquals(List.of(), look.problems());
        List<String> lines = LookText.of(look);
        assertEquals("ok     nothing is wrong", lines.getFirst());
        assertTrue(lines.get(1).contains("up 2 h 0 min (since 2027-01-15T06:00:00Z)"), lines::toString);
        assertEquals(true, LookTree.of(look).get("ok"));
    }

    @Test
    void whoDoesNotAnswerIsToldFirstAndStillHasItsLine() {
        List<String> lines = LookText.of(look(0, node("a", UP), dead("b")));
        assertEquals("WRONG  node b does not answer (refused)", lines.getFirst());
        assertTrue(lines.getLast().matches("b +NO ANSWER +200 ms ago .*b:1"), lines::toString);
    }

    @Test
    void aMasterThatDoesNotAnswerIsTheWorst() {
        MasterLook away = new MasterLook("m:1", Optional.empty(), List.of(), "refused");
        ClusterLook look = new ClusterLook(0, 0, Optional.of(away), List.of(dead("b")));
        assertEquals(
                "the master at m:1 does not answer (refused)", look.problems().getFirst());
        assertEquals(2, look.problems().size());
    }

    @Test
    void everyStateHasItsWord() {
        NodeLook.Known silent = new NodeLook.Known(false, 60_000, false);
        Optional<MetricsPage> up = Optional.of(MetricsPage.parse(UP));
        assertEquals(NodeLook.State.UP, node("a", UP).state());
        assertEquals(
                NodeLook.State.NO_SESSION,
                node("a", "forebay_master_session_open 0.0\n").state());
        assertEquals(
                NodeLook.State.DRAINING,
                node("a", UP + "forebay_node_draining 1.0\n").state());
        assertEquals(NodeLook.State.SILENT, new NodeLook("a", "a:1", Optional.of(silent), up, List.of(), "").state());
        assertEquals(NodeLook.State.NO_ANSWER, dead("a").state());
    }

    @Test
    void troubleOfANodeIsToldWithItsCount() {
        NodeLook sick = new NodeLook(
                "a",
                "a:1",
                HEARD,
                Optional.of(MetricsPage.parse(
                        UP + "forebay_fetch_open_breakers 2.0\nforebay_ssd_directories_failing 1.0\n")),
                List.of("is not ready: not 'session open'"),
                "");
        assertEquals(
                List.of(
                        "node a is not ready: not 'session open'",
                        "node a: 2 peers fail it, and are not asked freely",
                        "node a: 1 of its SSD directories fail, and are left alone"),
                look(0, sick).problems());
    }

    @Test
    void ratesAreDifferencesOverTheTimeBetween() {
        String then = UP
                + "forebay_fabric_bytes_total{fabric=\"map\"} 1.0E9\nforebay_fabric_bytes_total{fabric=\"tcp\"} 0.0\n"
                + "forebay_query_blocks_total{outcome=\"peer\"} 10.0\nforebay_query_blocks_total{outcome=\"ssd\"} 5.0\n";
        String now = UP
                + "forebay_fabric_bytes_total{fabric=\"map\"} 4.0E9\nforebay_fabric_bytes_total{fabric=\"tcp\"} 1.0E9\n"
                + "forebay_query_blocks_total{outcome=\"peer\"} 30.0\nforebay_query_blocks_total{outcome=\"ssd\"} 5.0\n";
        Optional<Rates> rates = Rates.between(node("a", then), node("a", now), TimeUnit.SECONDS.toNanos(2));
        assertEquals(2e9, rates.orElseThrow().fetchedBytes());
        assertEquals(Map.of("peer", 10.0), rates.orElseThrow().outcomes());
        List<String> lines = TopText.of(look(0, node("a", then)), look(2, node("a", now)));
        assertTrue(lines.getLast().contains("2.000"), lines::toString);
        assertTrue(lines.getLast().endsWith("peer 10.0"), lines::toString);
    }

    @Test
    void aProcessThatStartedAnewHasNoRateYet() {
        NodeLook then = node("a", UP + "forebay_fabric_bytes_total{fabric=\"map\"} 1.0E9\n");
        NodeLook now = node("a", "forebay_master_session_open 1.0\nforebay_uptime_seconds 3.0\n");
        assertEquals(Optional.empty(), Rates.between(then, now, 1));
        List<String> lines = TopText.of(look(0, then), look(2, now));
        assertTrue(lines.getLast().endsWith("no rate yet"), lines::toString);
    }

    @Test
    void sharesLeaveOutWhatWasNotTried() {
        List<String> lines = new ArrayList<>(LookText.of(look(
                0,
                node(
                        "a",
                        UP + "forebay_query_blocks_total{outcome=\"memory\"} 60.0\n"
                                + "forebay_query_blocks_total{outcome=\"peer\"} 20.0\n"
                                + "forebay_query_blocks_total{outcome=\"miss_no_owner\"} 20.0\n"
                                + "forebay_query_blocks_total{outcome=\"not_attempted\"} 900.0\n"))));
        assertTrue(lines.getLast().contains("80 %  60 %     0 %  20 %  0 %"), lines::toString);
    }

    @Test
    void figuresAreShort() {
        assertEquals("1.5 GiB", Figures.bytes(3L << 29));
        assertEquals("12 B", Figures.bytes(12));
        assertEquals("119 s", Figures.duration(119_999));
        assertEquals("2 d 1 h", Figures.duration(TimeUnit.HOURS.toMillis(49)));
        assertEquals("-", Figures.fill(0, 0));
    }
}
