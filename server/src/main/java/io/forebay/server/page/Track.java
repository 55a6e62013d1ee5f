package io.forebay.server.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Some minutes of one process or of several together, step by step. `NaN` where nobody knows.
///
/// @param lastStep the number of the last step since 1970; 0 with nothing sampled
/// @param levels of gauges, by the sample's name
/// @param increases of counters within a step, by the sample's name
public record Track(Window window, long lastStep, Map<String, double[]> levels, Map<String, double[]> increases) {
    public Track {
        levels = Map.copyOf(levels);
        increases = Map.copyOf(increases);
    }

    /// As JSON: `null` for what is not known. Counters that stood still the whole time are left out.
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("window", window.word());
        tree.put("step_millis", window.stepMillis());
        tree.put("steps", window.steps());
        tree.put("end_millis", (lastStep + 1) * window.stepMillis());
        tree.put("levels", numbers(levels));
        Map<String, double[]> moved = new LinkedHashMap<>(increases);
        moved.values().removeIf(line -> Arrays.stream(line).allMatch(number -> Double.isNaN(number) || number == 0));
        tree.put("increases", numbers(moved));
        return tree;
    }

    private static Map<String, List<@Nullable Number>> numbers(Map<String, double[]> lines) {
        Map<String, List<@Nullable Number>> all = new java.util.TreeMap<>();
        lines.forEach((name, line) ->
                all.put(name, Arrays.stream(line).mapToObj(Track::number).toList()));
        return all;
    }

    /// The number as it is best read: whole ones without a point, `null` for none.
    public static @Nullable Number number(double number) {
        if (Double.isNaN(number)) {
            return null;
        }
        return number == Math.rint(number) && Math.abs(number) < 1e15 ? (Number) (long) number : (Number) number;
    }
}
