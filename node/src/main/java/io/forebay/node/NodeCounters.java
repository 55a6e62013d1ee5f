package io.forebay.node;

import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.Outcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/// What a node has done since its start. Incremented on the loop, read by any thread; read through [NodeStats].
public final class NodeCounters {
    final LongAdder blocksSealed = new LongAdder();
    final LongAdder blocksPresent = new LongAdder();
    final LongAdder blocksRefused = new LongAdder();
    final LongAdder blocksElsewhere = new LongAdder();
    final LongAdder bytesSealed = new LongAdder();
    final LongAdder inFlightDropped = new LongAdder();
    final LongAdder retirements = new LongAdder();
    final LongAdder evictions = new LongAdder();
    final LongAdder dropped = new LongAdder();
    final LongAdder freesMasterAway = new LongAdder();
    final LongAdder freesMasterLate = new LongAdder();
    final LongAdder freesMasterRefused = new LongAdder();
    final LongAdder queries = new LongAdder();
    final LongAdder failovers = new LongAdder();
    final LongAdder requeries = new LongAdder();
    final LongAdder fetchJoins = new LongAdder();
    final LongAdder fetchedFromSsd = new LongAdder();
    final LongAdder masterQueries = new LongAdder();
    final LongAdder masterQueryFailures = new LongAdder();
    final LongAdder masterSessions = new LongAdder();
    final LongAdder ledgerBatches = new LongAdder();
    final LongAdder ledgerRepeats = new LongAdder();
    final LongAdder ledgerBackfilled = new LongAdder();
    final LongAdder retirementsRefused = new LongAdder();
    final LongAdder locksGranted = new LongAdder();
    final LongAdder locksExpired = new LongAdder();
    final LongAdder leasesExpired = new LongAdder();
    final LongAdder handoffsComplete = new LongAdder();
    final LongAdder handoffsDegraded = new LongAdder();
    final LongAdder handoffBlocksUnleased = new LongAdder();
    final LongAdder staleReportsDropped = new LongAdder();
    final LongAdder suspectsCorrupt = new LongAdder();
    final LongAdder suspectsAbsent = new LongAdder();
    final LongAdder suspectsUnfounded = new LongAdder();
    final LongAdder suspectsDropped = new LongAdder();
    final LongAdder ssdStored = new LongAdder();
    final LongAdder promotionsStarted = new LongAdder();
    final LongAdder promotionsLanded = new LongAdder();
    final LongAdder promotionsSuperseded = new LongAdder();
    final LongAdder promotionsFailed = new LongAdder();
    final LongAdder promotionUnknownSources = new LongAdder();
    final LongAdder promotionPulls = new LongAdder();
    final LongAdder promotionPullFailures = new LongAdder();
    final LongAdder prefetchUsed = new LongAdder();
    final LongAdder prefetchLate = new LongAdder();
    final LongAdder prefetchWasted = new LongAdder();
    final LongAdder prefetchEvicted = new LongAdder();
    final LongAdder prefetchGivenUp = new LongAdder();
    final LongAdder extentsElsewhere = new LongAdder();
    final LongAdder loopErrors = new LongAdder();
    private final Map<Outcome, LongAdder> outcomes = adders(Outcome.class);
    private final Map<AttemptCause, LongAdder> attempts = adders(AttemptCause.class);
    private final Map<StaleReason, LongAdder> staleReports = adders(StaleReason.class);
    private final Map<WriteRefusal, LongAdder> ssdRefusals = adders(WriteRefusal.class);

    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
        Map<E, LongAdder> map = new EnumMap<>(type);
        for (E each : type.getEnumConstants()) {
            map.put(each, new LongAdder());
        }
        return map;
    }

    /// A task of the loop met an error of our own. Any thread.
    public void loopFailed() {
        loopErrors.increment();
    }

    /// So many blocks of a query ended so.
    void count(Outcome outcome, long blocks) {
        adder(outcomes, outcome).add(blocks);
    }

    void count(AttemptCause cause) {
        adder(attempts, cause).increment();
    }

    /// So many blocks were reported to the master.
    void count(StaleReason reason, long blocks) {
        adder(staleReports, reason).add(blocks);
    }

    /// A block was not written to SSD.
    void count(WriteRefusal cause) {
        adder(ssdRefusals, cause).increment();
    }

    private static <E extends Enum<E>> LongAdder adder(Map<E, LongAdder> adders, E of) {
        return Objects.requireNonNull(adders.get(of), "every constant has an adder");
    }

    /// By name, without the labelled ones.
    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        counts.put("save_blocks_sealed", blocksSealed.sum());
        counts.put("save_blocks_present", blocksPresent.sum());
        counts.put("save_blocks_refused", blocksRefused.sum());
        counts.put("save_blocks_elsewhere", blocksElsewhere.sum());
        counts.put("save_bytes_sealed", bytesSealed.sum());
        counts.put("save_blocks_dropped", inFlightDropped.sum());
        counts.put("retirements_proposed", retirements.sum());
        counts.put("evictions", evictions.sum());
        counts.put("blocks_dropped", dropped.sum());
        counts.put("unilateral_frees_away", freesMasterAway.sum());
        counts.put("unilateral_frees_late", freesMasterLate.sum());
        counts.put("unilateral_frees_refused", freesMasterRefused.sum());
        counts.put("queries", queries.sum());
        counts.put("fetch_failovers", failovers.sum());
        counts.put("fetch_requeries", requeries.sum());
        counts.put("fetch_joins", fetchJoins.sum());
        counts.put("fetch_blocks_from_ssd", fetchedFromSsd.sum());
        counts.put("master_queries", masterQueries.sum());
        counts.put("master_query_failures", masterQueryFailures.sum());
        counts.put("master_sessions", masterSessions.sum());
        counts.put("ledger_batches", ledgerBatches.sum());
        counts.put("ledger_repeats", ledgerRepeats.sum());
        counts.put("ledger_backfilled_blocks", ledgerBackfilled.sum());
        counts.put("retirements_refused", retirementsRefused.sum());
        counts.put("transfer_locks_granted", locksGranted.sum());
        counts.put("transfer_locks_expired", locksExpired.sum());
        counts.put("engine_leases_expired", leasesExpired.sum());
        counts.put("handoffs_complete", handoffsComplete.sum());
        counts.put("handoffs_degraded", handoffsDegraded.sum());
        counts.put("handoff_blocks_unleased", handoffBlocksUnleased.sum());
        counts.put("stale_reports_dropped", staleReportsDropped.sum());
        addSuspects(counts);
        counts.put("pool_extents_elsewhere", extentsElsewhere.sum());
        counts.put("ssd_blocks_written", ssdStored.sum());
        addPromotions(counts);
        counts.put("loop_errors", loopErrors.sum());
        return counts;
    }

    private void addSuspects(Map<String, Long> counts) {
        counts.put("suspects_corrupt", suspectsCorrupt.sum());
        counts.put("suspects_absent", suspectsAbsent.sum());
        counts.put("suspects_unfounded", suspectsUnfounded.sum());
        counts.put("suspects_dropped", suspectsDropped.sum());
    }

    private void addPromotions(Map<String, Long> counts) {
        counts.put("promotion_pulls", promotionPulls.sum());
        counts.put("promotion_pull_failures", promotionPullFailures.sum());
        counts.put("promotions_started", promotionsStarted.sum());
        counts.put("promotions_landed", promotionsLanded.sum());
        counts.put("promotions_superseded", promotionsSuperseded.sum());
        counts.put("promotions_failed", promotionsFailed.sum());
        counts.put("promotion_unknown_sources", promotionUnknownSources.sum());
        counts.put("prefetch_blocks_used", prefetchUsed.sum());
        counts.put("prefetch_blocks_late", prefetchLate.sum());
        counts.put("prefetch_blocks_wasted", prefetchWasted.sum());
        counts.put("prefetch_blocks_evicted", prefetchEvicted.sum());
        counts.put("prefetch_blocks_given_up", prefetchGivenUp.sum());
    }

    Map<Outcome, Long> outcomeCounts() {
        return sums(Outcome.class, outcomes);
    }

    Map<AttemptCause, Long> attemptCounts() {
        return sums(AttemptCause.class, attempts);
    }

    Map<StaleReason, Long> staleReportCounts() {
        return sums(StaleReason.class, staleReports);
    }

    Map<WriteRefusal, Long> ssdRefusalCounts() {
        return sums(WriteRefusal.class, ssdRefusals);
    }

    private static <E extends Enum<E>> Map<E, Long> sums(Class<E> type, Map<E, LongAdder> adders) {
        Map<E, Long> sums = new EnumMap<>(type);
        adders.forEach((each, adder) -> sums.put(each, adder.sum()));
        return sums;
    }
}
