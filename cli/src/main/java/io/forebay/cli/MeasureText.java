package io.forebay.cli;

import io.forebay.bench.measure.Measurement;
import java.util.List;
import java.util.Locale;

/// A measurement for people: a line for each figure, the verdict last.
final class MeasureText {
    private final StringBuilder text = new StringBuilder();

    static String of(Measurement measured) {
        MeasureText lines = new MeasureText();
        lines.tiers(measured);
        lines.rate(measured.ssdOnly());
        lines.pressure(measured.pressure());
        lines.promotion(measured.promotion());
        lines.buffer(measured.buffer());
        lines.verdict(measured.go(), measured.reasons());
        return lines.text();
    }

    String text() {
        return text.toString();
    }

    void verdict(boolean go, List<String> reasons) {
        verdict(go ? "go" : "no go", reasons);
    }

    void verdict(String word, List<String> reasons) {
        line("verdict", word);
        reasons.forEach(reason -> line("", reason));
    }

    void found(double dramShare, double ssdOnlyShare, double missShare) {
        line(
                "found",
                String.format(
                        Locale.ROOT,
                        "%.1f %% in DRAM, %.1f %% on SSD alone, %.1f %% nowhere",
                        100 * dramShare,
                        100 * ssdOnlyShare,
                        100 * missShare));
    }

    private void tiers(Measurement measured) {
        line(
                "trace",
                String.format(
                        Locale.ROOT,
                        "%d requests, %d blocks, %d s",
                        measured.requests(),
                        measured.blocks(),
                        measured.seconds()));
        line(
                "tiers",
                String.format(
                        Locale.ROOT,
                        "%s, DRAM %d blocks (%s), SSD %s",
                        measured.tiering(),
                        measured.dramBlocks(),
                        measured.policy(),
                        measured.ssdBlocks() < 0 ? "unlimited" : measured.ssdBlocks() + " blocks"));
        found(measured.dramShare(), measured.ssdOnlyShare(), measured.missShare());
    }

    void rate(Measurement.Rate rate) {
        line(
                "on SSD alone",
                String.format(
                        Locale.ROOT,
                        "%.1f blocks a second; of %d seconds with any: p50 %d, p99 %d, worst %d",
                        rate.mean(),
                        rate.activeSeconds(),
                        rate.p50Active(),
                        rate.p99Active(),
                        rate.max()));
    }

    private void pressure(Measurement.Pressure pressure) {
        line(
                "pressure",
                String.format(
                        Locale.ROOT,
                        "%s; more than the %d blocks below the gate came in %.1f %% of the seconds, %d in the worst",
                        pressure.fullAfterSeconds() < 0
                                ? "DRAM never full"
                                : String.format(
                                        Locale.ROOT,
                                        "DRAM full after %d s, %.0f %% of the time",
                                        pressure.fullAfterSeconds(),
                                        100 * pressure.fullShare()),
                        pressure.headroomBlocks(),
                        100 * pressure.overHeadroomShare(),
                        pressure.maxInsertsPerSecond()));
    }

    void promotion(Measurement.Promotion promotion) {
        line(
                "promotion",
                String.format(
                        Locale.ROOT,
                        "%d worker(s), %.0f blocks a second, %.0f ms ahead: %.1f %% in time, %.1f %% late, %.1f %% not begun; %d"
                                + " seconds over the ceiling",
                        promotion.workers(),
                        promotion.ceilingPerSecond(),
                        promotion.windowMillis(),
                        100 * promotion.inTimeShare(),
                        100 * promotion.lateShare(),
                        100 * promotion.notBegunShare(),
                        promotion.secondsOverCeiling()));
    }

    void buffer(Measurement.Buffer buffer) {
        line(
                "buffer",
                String.format(
                        Locale.ROOT,
                        "%d blocks%s, %.1f %% of DRAM; at most %d when played",
                        buffer.blocks(),
                        buffer.bytes() == 0
                                ? ""
                                : String.format(Locale.ROOT, " (%.1f MiB)", buffer.bytes() / (double) (1 << 20)),
                        100 * buffer.dramShare(),
                        buffer.mostResident()));
    }

    void line(String name, String value) {
        text.append(String.format(Locale.ROOT, "%-14s%s%n", name, value));
    }
}
