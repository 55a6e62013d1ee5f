package io.forebay.bench.measure;

import io.forebay.bench.measure.LiveMeasurement.Watermark;
import io.forebay.bench.measure.LiveMeasurement.Window;
import io.forebay.bench.measure.Measurement.Buffer;
import io.forebay.bench.measure.Measurement.Promotion;
import io.forebay.bench.measure.Measurement.Rate;
import io.forebay.bench.page.MetricsPage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What looks at a cluster's pages, a second apart, add up to. Pure; one thread.
final class LiveLooks {
    private static final List<String> MEMORY = List.of("memory", "buffer", "peer");

    private final LiveSettings settings;
    private final Map<String, MetricsPage> before = new HashMap<>();
    private final Map<Long, Integer> ssdBySecond = new HashMap<>();
    private final List<Double> series = new ArrayList<>();
    private final WindowSeen window = new WindowSeen();
    private long second;
    private int rounds;
    private int missed;
    private long looks;
    private long shut;
    private long blocks;
    private long inMemory;
    private long fromSsd;
    private long dramBytes;
    private long blockBytes;

    LiveLooks(LiveSettings settings) {
        this.settings = settings;
    }

    /// The pages of one look; the first one is what the next is compared with.
    ///
    /// @param master its page; empty when it did not answer
    /// @param nodes by address; those that did not answer are not there
    /// @param asked addresses
    void look(Optional<MetricsPage> master, Map<String, MetricsPage> nodes, List<String> asked) {
        long ssdNow = 0;
        long got = 0;
        long lost = 0;
        double fullest = 0;
        dramBytes = 0;
        for (String address : asked) {
            Optional<MetricsPage> now = Optional.ofNullable(nodes.get(address));
            Optional<MetricsPage> then = Optional.ofNullable(before.get(address));
            now.ifPresent(page -> before.put(address, page));
            if (now.isEmpty() || then.isEmpty() || isNew(then.get(), now.get())) {
                missed += now.isEmpty() || then.isPresent() ? 1 : 0;
                continue;
            }
            Change change = new Change(then.get(), now.get());
            fullest = Math.max(fullest, pool(now.get()));
            ssdNow += node(change);
            got += change.of("prefetch_blocks_used_total") + change.of("prefetch_blocks_late_total");
            lost += change.of("prefetch_blocks_wasted_total") + change.of("prefetch_blocks_given_up_total");
        }
        Optional<MetricsPage> masterBefore = Optional.ofNullable(before.get("master"));
        master.ifPresent(page -> before.put("master", page));
        long admitted = master.isPresent() && masterBefore.isPresent()
                ? new Change(masterBefore.get(), master.get()).of("promotion_admitted_total", "source=\"prefetch\"")
                : 0;
        if (rounds++ > 0) {
            window.second(second, admitted, got, lost);
            ssdBySecond.put(second++, (int) ssdNow);
            series.add(fullest);
        }
    }

    /// What has grown from one page to the next.
    private record Change(MetricsPage then, MetricsPage now) {
        long of(String name, String... labels) {
            return Math.max(0, now.sum(name, labels) - then.sum(name, labels));
        }
    }

    /// A node that has started again counts from zero.
    private static boolean isNew(MetricsPage then, MetricsPage now) {
        return now.sum("queries_total") < then.sum("queries_total")
                || now.sum("uptime_seconds") < then.sum("uptime_seconds");
    }

    private static double pool(MetricsPage page) {
        return (double) page.sum("pool_used_bytes") / Math.max(1, page.sum("pool_capacity_bytes"));
    }

    /// @return blocks that it had to have read from SSD
    private long node(Change change) {
        looks++;
        shut += pool(change.now) >= settings.gateShare() ? 1 : 0;
        dramBytes += change.now.sum("pool_capacity_bytes");
        long resident = change.now.sum("blocks_resident");
        if (resident > 0) {
            blockBytes = Math.max(blockBytes, change.now.sum("pool_used_bytes") / resident);
        }
        long ofPeers = change.of("fetch_blocks_from_ssd_total");
        long ssd = change.of("query_blocks_total", outcome("ssd")) + ofPeers;
        blocks += change.of("query_blocks_total");
        inMemory += MEMORY.stream()
                        .mapToLong(each -> change.of("query_blocks_total", outcome(each)))
                        .sum()
                - ofPeers;
        fromSsd += ssd;
        return ssd;
    }

    private static String outcome(String outcome) {
        return "outcome=\"" + outcome + "\"";
    }

    /// All looks together.
    ///
    /// @param nodes that were watched
    LiveMeasurement result(int nodes) {
        double windowMillis = window.medianMillis(settings.windowMillis());
        PromotionEstimate estimate = new PromotionEstimate(new PromotionEstimate.Terms(
                settings.workers() * nodes, settings.readMillis(), windowMillis, settings.residencyMillis()));
        for (long each = 0; each < second; each++) {
            estimate.asked(1_000 * each, ssdBySecond.getOrDefault(each, 0));
        }
        Promotion promotion = estimate.promotion();
        double dramBlocks = blockBytes == 0 ? Double.POSITIVE_INFINITY : (double) dramBytes / blockBytes;
        Buffer buffer = estimate.buffer(blockBytes, dramBlocks);
        double shutShare = share(shut, looks);
        Verdict verdict = blocks == 0
                ? Verdict.NOTHING_SEEN
                : Verdict.watched(share(fromSsd, blocks), shutShare, promotion, buffer);
        double max = series.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return new LiveMeasurement(
                nodes,
                (int) second,
                missed,
                blocks,
                share(inMemory, blocks),
                share(fromSsd, blocks),
                share(blocks - inMemory - fromSsd, blocks),
                Rate.of(estimate.ssdOnly()),
                new Watermark(settings.gateShare(), shutShare, max, series),
                new Window(window.seen(), windowMillis, window.histogram()),
                promotion,
                buffer,
                verdict.go(),
                verdict.reasons());
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) Math.max(0, part) / whole;
    }
}
