package io.forebay.server.cluster;

import io.forebay.server.page.Track;
import io.forebay.server.page.Window;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Reads what a node's `/api/history` says. A node is not believed more than it must: lines that are too long are cut,
/// those too many are left, what is no number is a gap.
final class TrackReader {
    private static final int MAX_SERIES = 512;

    private TrackReader() {}

    static Track read(Window window, JsonNode tree) {
        long lastStep = tree.path("end_millis").asLong(0) / window.stepMillis() - 1;
        return new Track(window, lastStep, lines(window, tree.path("levels")), lines(window, tree.path("increases")));
    }

    private static Map<String, double[]> lines(Window window, JsonNode tree) {
        Map<String, double[]> lines = new LinkedHashMap<>();
        tree.properties().stream().limit(MAX_SERIES).forEach(each -> {
            double[] line = new double[window.steps()];
            Arrays.setAll(line, index -> each.getValue().path(index).asDouble(Double.NaN));
            lines.put(each.getKey(), line);
        });
        return lines;
    }
}
