package io.forebay.cli;

import io.forebay.bench.measure.LiveMeasurement;
import java.util.List;
import java.util.Locale;

/// What a watched cluster came to, for people: its own lines, and those that it shares with a trace's.
final class LiveText {
    private LiveText() {}

    static String of(LiveMeasurement measured) {
        MeasureText lines = new MeasureText();
        lines.line(
                "watched",
                String.format(
                        Locale.ROOT,
                        "%d nodes for %d s, %d blocks asked for%s",
                        measured.nodes(),
                        measured.seconds(),
                        measured.blocks(),
                        measured.missedLooks() == 0
                                ? ""
                                : "; " + measured.missedLooks() + " looks met no node, or one that had just started"));
        lines.found(measured.dramShare(), measured.ssdOnlyShare(), measured.missShare());
        lines.rate(measured.ssdOnly());
        LiveMeasurement.Watermark watermark = measured.watermark();
        lines.line(
                "watermark",
                String.format(
                        Locale.ROOT,
                        "DRAM at most %.1f %% full; at or above the gate, %.0f %%, in %.1f %% of the looks",
                        100 * watermark.max(),
                        100 * watermark.gateShare(),
                        100 * watermark.shutShare()));
        lines.line("window", window(measured.window()));
        lines.promotion(measured.promotion());
        lines.buffer(measured.buffer());
        if (measured.blocks() == 0) {
            lines.verdict("none", measured.reasons());
        } else {
            lines.verdict(measured.go(), measured.reasons());
        }
        return lines.text();
    }

    private static String window(LiveMeasurement.Window window) {
        String used = String.format(Locale.ROOT, "%.0f ms", window.usedMillis());
        if (window.seen() == 0) {
            return "no trigger was seen; " + used + " are taken for it";
        }
        List<Long> histogram = window.histogram();
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%d triggers seen, median about %s; by seconds:", window.seen(), used));
        histogram.forEach(count -> text.append(' ').append(count));
        return text.toString();
    }
}
