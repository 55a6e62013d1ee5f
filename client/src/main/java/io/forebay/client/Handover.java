package io.forebay.client;

import io.forebay.client.HandoffPolicy.Decision;
import io.forebay.core.handoff.HandoffReport;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Barriers under a policy within one deadline: each waits for a quarter of it, so that the policy looks several times
/// and no request asks the node without end.
final class Handover {
    private static final long SHORTEST_NANOS = 1_000_000L;
    private static final long PAUSE_NANOS = 10_000_000L;
    private static final int LOOKS = 4;

    private final HandoffPolicy policy;
    private final LongSupplier nanoClock;
    private final Function<Duration, HandoffReport> barrier;

    /// How it ended.
    record End(Decision decision, HandoffReport report) {}

    /// @param barrier waits so long at most
    Handover(HandoffPolicy policy, LongSupplier nanoClock, Function<Duration, HandoffReport> barrier) {
        this.policy = policy;
        this.nanoClock = nanoClock;
        this.barrier = barrier;
    }

    End run(long deadlineNanos) {
        long start = nanoClock.getAsLong();
        long sliceNanos = Math.max(SHORTEST_NANOS, deadlineNanos / LOOKS);
        while (true) {
            long asked = nanoClock.getAsLong();
            long waitNanos = Math.min(sliceNanos, deadlineNanos - (asked - start));
            HandoffReport report = barrier.apply(Duration.ofNanos(Math.max(SHORTEST_NANOS, waitNanos)));
            long leftNanos = deadlineNanos - (nanoClock.getAsLong() - start);
            Decision decision = policy.decide(report, Duration.ofNanos(leftNanos));
            if (decision != Decision.WAIT_AGAIN) {
                return new End(decision, report);
            }
            if (Thread.currentThread().isInterrupted()) {
                return new End(Decision.RECOMPUTE, report);
            }
            if (nanoClock.getAsLong() - asked < PAUSE_NANOS) {
                LockSupport.parkNanos(Math.min(PAUSE_NANOS, leftNanos)); // answered at once: the node is away or full
            }
        }
    }
}
