package io.forebay.bench.replay;

import io.forebay.core.fetch.Outcome;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a replay counts while it runs. One thread.
public final class ReplayTotals {
    private static final long SLACK_NANOS = 250_000_000L;

    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final Map<Call, Latencies> latencies = new EnumMap<>(Call.class);
    private long requests;
    private long blocks;
    private long tailBlocks;
    private long tailHits;
    private long bytesWritten;
    private long bytesMoved;
    private long bytesVerified;
    private long corrupt;
    private long loadErrors;
    private long notSaved;
    private long lateQueries;
    private long handoffsComplete;
    private long handoffsDegraded;

    /// The calls whose time is measured.
    public enum Call {
        /// Every query, of prefill and decode.
        QUERY,
        /// Every save that had something to write.
        SAVE,
        /// Every barrier.
        HANDOFF,
        /// The queries among [#QUERY] of which at least one block came from a peer.
        FETCH
    }

    public ReplayTotals() {
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, 0L);
        }
        for (Call call : Call.values()) {
            latencies.put(call, new Latencies());
        }
    }

    void request() {
        requests++;
    }

    void took(Call call, long nanos) {
        latencies(call).record(nanos);
    }

    private Latencies latencies(Call call) {
        return latencies.computeIfAbsent(call, absent -> new Latencies());
    }

    /// A query of either engine: its time, whether it kept its deadline, and what it brought over the fabric.
    void query(List<Outcome> answered, long blockBytes, long nanos, long deadlineNanos) {
        took(Call.QUERY, nanos);
        long fetched =
                answered.stream().filter(outcome -> outcome == Outcome.PEER).count();
        if (fetched > 0) {
            took(Call.FETCH, nanos);
            bytesMoved += fetched * blockBytes;
        }
        if (nanos > deadlineNanos + SLACK_NANOS) {
            lateQueries++;
        }
    }

    /// The answer to a decode engine's query: each block ends once.
    ///
    /// @param inTail in the last fifth of the requests
    void decode(List<Outcome> answered, boolean inTail) {
        blocks += answered.size();
        if (inTail) {
            tailBlocks += answered.size();
            tailHits += answered.stream().filter(Outcome::isHit).count();
        }
        answered.forEach(outcome -> outcomes.merge(outcome, 1L, Long::sum));
    }

    void saved(int written, int left, long blockBytes) {
        bytesWritten += written * blockBytes;
        notSaved += left;
    }

    void checked(HitCheck.Checked checked) {
        bytesVerified += checked.verifiedBytes();
        corrupt += checked.corrupt();
        loadErrors += checked.gone();
    }

    void handoff(boolean complete) {
        if (complete) {
            handoffsComplete++;
        } else {
            handoffsDegraded++;
        }
    }

    /// The result so far.
    ///
    /// @param processes that took part, other than this one
    /// @param recovery what the nodes counted of their faults
    public ReplayReport report(int processes, ReplayReport.FabricTotal fabric, ReplayReport.Recovery recovery) {
        Map<String, Long> outcomeCounts = new LinkedHashMap<>();
        outcomes.forEach((outcome, count) -> outcomeCounts.put(outcome.name(), count));
        Map<String, ReplayReport.Percentiles> times = new LinkedHashMap<>();
        for (Call call : Call.values()) {
            Latencies of = latencies(call);
            times.put(
                    call.name().toLowerCase(Locale.ROOT),
                    new ReplayReport.Percentiles(of.percentileMillis(50), of.percentileMillis(99)));
        }
        return new ReplayReport(
                requests,
                blocks,
                outcomeCounts,
                new ReplayReport.Bytes(bytesWritten, bytesMoved, bytesVerified),
                corrupt,
                lateQueries,
                new ReplayReport.Handoffs(handoffsComplete, handoffsDegraded),
                times,
                processes,
                fabric,
                loadErrors,
                notSaved,
                recovery.failovers(),
                recovery,
                new ReplayReport.Tail(tailBlocks, tailHits));
    }
}
