package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.fetch.StaleReports;

/// Tells the master what fetches have met at owners that is not as the catalogue says. No fetch waits for it: what
/// comes within a moment goes together, one report at a time is on its way, for the time of a call at most, and a
/// report that gets no answer is not repeated. Loop thread only.
final class StaleReporter {
    /// How long reports are collected.
    static final long PAUSE_NANOS = 50_000_000L;

    private final Loop loop;
    private final MasterProtocol master;
    private final long timeoutNanos;
    private final NodeCounters counters;
    private final StaleReports reports = new StaleReports();
    private boolean sending;

    StaleReporter(NodeParts parts) {
        this.loop = parts.loop();
        this.master = parts.master();
        this.timeoutNanos = parts.settings().master().callNanos();
        this.counters = parts.counters();
    }

    void report(OwnerRun owner, BlockKey key, StaleReason reason) {
        if (!reports.add(owner, key, reason)) {
            counters.staleReportsDropped.increment();
        } else if (!sending) {
            sending = true;
            loop.after(PAUSE_NANOS, this::send);
        }
    }

    private void send() {
        ReportStale report = reports.next();
        if (report == null) {
            sending = false;
            return;
        }
        counters.count(report.reason(), report.hashes().size());
        master.reportStale(report, timeoutNanos, answer -> loop.post(this::send));
    }
}
