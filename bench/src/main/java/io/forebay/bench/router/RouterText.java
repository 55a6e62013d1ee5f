package io.forebay.bench.router;

import io.forebay.bench.replay.ReplayReport.Percentiles;
import io.forebay.bench.router.RouterReport.Run;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A report for people: a row for each figure, a column for each mode.
public final class RouterText {
    private final List<Run> runs;
    private final StringBuilder text = new StringBuilder();

    private RouterText(List<Run> runs) {
        this.runs = runs;
    }

    /// The table, each line ended.
    public static String of(RouterReport report) {
        RouterText table = new RouterText(report.runs());
        table.gets();
        table.triggers();
        table.times();
        return table.text.toString();
    }

    private void gets() {
        row("", Run::mode);
        row("requests", run -> count(run.requests()));
        row("found in memory", run -> share(run.gets().memory(), run));
        row("  in the prefetch buffer", run -> share(run.gets().buffer(), run));
        row("  in a peer's memory", run -> share(run.gets().peer(), run));
        row("  on SSD", run -> share(run.gets().ssd(), run));
        row("    of a peer", run -> share(run.gets().ssdOfPeers(), run));
        row("missed", run -> share(run.gets().miss(), run));
        row("SSD on the critical path", run -> percent(run.ssdOnCriticalPathShare()));
        row(
                "  in the worst second",
                run -> "%d of %d"
                        .formatted(run.worstSecond().ssd(), run.worstSecond().found()));
        row("  of them: queued", run -> read(run, BeforeGet.QUEUED));
        row("    throttled, watermark", run -> read(run, BeforeGet.THROTTLED_WATERMARK));
        row("    throttled, cap", run -> read(run, BeforeGet.THROTTLED_CAP));
        row("    not triggered", run -> read(run, BeforeGet.NOT_TRIGGERED));
        row("    in memory before", run -> read(run, BeforeGet.IN_MEMORY));
        row("    nowhere before", run -> read(run, BeforeGet.UNKNOWN));
    }

    private void triggers() {
        row("queued by triggers", run -> count(run.prefetch().queued()));
        row("  used", run -> count(run.prefetch().used()));
        row("  late", run -> count(run.prefetch().late()));
        row("  wasted", run -> count(run.prefetch().wasted()));
        row("  expired", run -> count(run.prefetch().expired()));
        row("throttled", run -> count(run.prefetch().throttled()));
        row("promotions", run -> count(run.tasks().admitted()));
        row("  landed", run -> count(run.tasks().landed()));
        row(
                "  used, wasted, unused",
                run -> "%d, %d, %d"
                        .formatted(
                                run.tasks().used(),
                                run.tasks().wasted(),
                                run.tasks().unused()));
        row("  sums hold", run -> run.tasks().sumsHold() ? "yes" : "NO");
    }

    private void times() {
        row("get", run -> times(run.getMillis()));
        row("dispatch behind plan", run -> times(run.lagMillis()));
        row("arrivals kept", run -> run.arrivalsKept() ? "yes" : "NO: too slow");
        row("corrupt blocks", run -> count(run.corrupt()));
        row("blocks not saved", run -> count(run.notSaved()));
        row("  no room", run -> count(run.notSavedBy().noRoom()));
        row("  being saved elsewhere", run -> count(run.notSavedBy().elsewhere()));
    }

    private void row(String name, Function<Run, String> cell) {
        text.append("%-28s".formatted(name));
        text.append(runs.stream().map(run -> "%20s".formatted(cell.apply(run))).collect(Collectors.joining()));
        text.append(System.lineSeparator());
    }

    private static String read(Run run, BeforeGet before) {
        return count(run.ssdReadsBy().getOrDefault(before.name(), 0L));
    }

    private static String share(long part, Run run) {
        long whole = run.gets().found() + run.gets().miss();
        return "%s (%s)".formatted(count(part), percent(whole == 0 ? 0 : (double) part / whole));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String times(Percentiles time) {
        return String.format(Locale.ROOT, "%.1f, %.1f ms", time.p50(), time.p99());
    }
}
