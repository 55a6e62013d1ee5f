package io.forebay.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.forebay.server.page.Track;
import io.forebay.server.page.Window;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class TracksTest {
    private static final String USED = "forebay_pool_used_bytes";
    private static final String CAPACITY = "forebay_pool_capacity_bytes";
    private static final String COUNTER = "forebay_queries_total";
    private static final int STEPS = Window.FIVE_MINUTES.steps();

    private static double[] flat(double value) {
        double[] line = new double[STEPS];
        Arrays.fill(line, value);
        return line;
    }

    private static Track track(long lastStep, double used, double capacity, double increase) {
        return new Track(
                Window.FIVE_MINUTES,
                lastStep,
                Map.of(USED, flat(used), CAPACITY, flat(capacity)),
                Map.of(COUNTER, flat(increase)));
    }

    private static double[] line(Map<String, double[]> lines, String name) {
        return lines.getOrDefault(name, new double[0]);
    }

    @Test
    void nodesAreAddedUpStepByStep() {
        Tracks tracks = new Tracks(
                Window.FIVE_MINUTES, Map.of("a", track(1_000, 10, 100, 1), "b", track(1_000, 40, 50, 2)), 1_000);
        assertEquals(50, line(tracks.together().levels(), USED)[STEPS - 1]);
        assertEquals(3, line(tracks.together().increases(), COUNTER)[0]);
        assertEquals(
                List.of(0.1, 0.8),
                tracks.shares().values().stream().map(List::getLast).toList());
    }

    @Test
    void oneThatDiedCountsUntilThenAndNoLonger() {
        Tracks tracks = new Tracks(
                Window.FIVE_MINUTES, Map.of("a", track(1_000, 10, 100, 1), "dead", track(900, 40, 50, 2)), 1_000);
        double[] together = line(tracks.together().increases(), COUNTER);
        assertEquals(3, together[STEPS - 1 - 100]);
        assertEquals(1, together[STEPS - 100]);
        List<@Nullable Number> share = tracks.shares().getOrDefault("dead", List.of());
        assertEquals(0.8, share.get(STEPS - 1 - 100));
        assertNull(share.getLast());
    }

    @Test
    void oneWhoseClockIsAheadIsCutWhereTheOthersEnd() {
        Tracks tracks = new Tracks(Window.FIVE_MINUTES, Map.of("a", track(1_002, 10, 100, 1)), 1_000);
        assertEquals(1, line(tracks.together().increases(), COUNTER)[STEPS - 1]);
        assertEquals(
                List.of(Double.NaN, Double.NaN, 1.0),
                Arrays.stream(line(tracks.together().increases(), COUNTER))
                        .limit(3)
                        .boxed()
                        .toList());
    }

    @Test
    void aNodeIsNotBelievedMoreThanItMust() {
        String text = "{\"end_millis\":5000,\"levels\":{\"x\":[1,\"two\",null]},\"increases\":7}";
        Track track = TrackReader.read(Window.FIVE_MINUTES, JsonMapper.shared().readTree(text));
        assertEquals(4, track.lastStep());
        double[] line = line(track.levels(), "x");
        assertEquals(STEPS, line.length);
        assertEquals(
                List.of(1.0, Double.NaN, Double.NaN, Double.NaN),
                Arrays.stream(line).limit(4).boxed().toList());
        assertEquals(Map.of(), track.increases());
    }
}
