package io.forebay.bench.cluster;

import io.forebay.bench.page.MetricsPage;
import io.forebay.bench.page.MetricsReader;
import io.forebay.bench.replay.ReplayReport.FabricTotal;
import io.forebay.bench.replay.ReplayReport.Recovery;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What nodes say of themselves on their metrics pages.
///
/// @param fabricBytes read from peers, by data plane
/// @param recovery what they did about faults
record NodeFigures(Map<String, Long> fabricBytes, Recovery recovery) {
    /// Of no node at all.
    static final NodeFigures NONE = new NodeFigures(Map.of(), new Recovery(0, 0, 0, 0));

    private static final Duration PAGE_TIME = Duration.ofSeconds(5);
    private static final Pattern FABRIC = Pattern.compile("fabric=\"([a-z]+)\"");

    /// The figures of one node.
    ///
    /// @param httpAddress `host:port` of its admin pages
    static NodeFigures read(String httpAddress) throws IOException {
        try (MetricsReader reader = new MetricsReader(PAGE_TIME)) {
            return of(reader.read(httpAddress));
        }
    }

    static NodeFigures of(MetricsPage page) {
        Map<String, Long> bytes = new HashMap<>();
        Map<String, Long> sums = new HashMap<>();
        for (MetricsPage.Sample sample : page.samples()) {
            String name = sample.name();
            Matcher fabric = FABRIC.matcher(sample.labels());
            if (name.equals("fabric_bytes_total") && fabric.find()) {
                bytes.merge(fabric.group(1), (long) sample.value(), Long::sum);
            }
            String sum = name.startsWith("unilateral_frees_") ? "unilateral_frees" : name;
            sums.merge(sum, (long) sample.value(), Long::sum);
        }
        Recovery recovery = new Recovery(
                sums.getOrDefault("fetch_failovers_total", 0L),
                sums.getOrDefault("fetch_suppressed_pairs", 0L),
                sums.getOrDefault("ledger_backfilled_blocks_total", 0L),
                sums.getOrDefault("unilateral_frees", 0L));
        return new NodeFigures(bytes, recovery);
    }

    /// Both together.
    NodeFigures plus(NodeFigures other) {
        Map<String, Long> bytes = new HashMap<>(fabricBytes);
        other.fabricBytes.forEach((fabric, count) -> bytes.merge(fabric, count, Long::sum));
        return new NodeFigures(bytes, recovery.plus(other.recovery));
    }

    /// The total of the backend that moved most; `asked` names it when nothing moved.
    FabricTotal total(String asked) {
        return fabricBytes.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .max(Map.Entry.comparingByValue())
                .map(entry -> new FabricTotal(entry.getKey(), entry.getValue()))
                .orElse(new FabricTotal(asked, 0));
    }
}
