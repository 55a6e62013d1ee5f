package io.forebay.node;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.eviction.EvictionKind;
import io.forebay.core.session.NodeId;
import io.forebay.core.tier.SsdWriting;
import io.forebay.core.tier.Tier;
import java.util.concurrent.TimeUnit;

/// The values that a node's decisions depend on. Durations in nanoseconds.
///
/// @param node this node's name
/// @param boot its incarnation
/// @param hostId equal on nodes that share memory files
/// @param controlAddress `host:port` at which peers reach this node
/// @param httpAddress `host:port` of its pages, which the master names to people; empty for none
/// @param leases the time limits of promises
/// @param eviction when and how eviction runs
/// @param fetch the limits of fetching from peers
/// @param master the rhythm of the conversation with the master
/// @param recording what is kept to be told of what has been
/// @param ssd what is done with this node's SSD, if it has one
/// @param prefetch how promotion tasks are carried out
public record NodeSettings(
        NodeId node,
        long boot,
        String hostId,
        String controlAddress,
        String httpAddress,
        Leases leases,
        Eviction eviction,
        Fetching fetch,
        Mastering master,
        Recording recording,
        Ssd ssd,
        Prefetching prefetch) {

    /// With promotions by default.
    public NodeSettings(
            NodeId node,
            long boot,
            String hostId,
            String controlAddress,
            String httpAddress,
            Leases leases,
            Eviction eviction,
            Fetching fetch,
            Mastering master,
            Recording recording,
            Ssd ssd) {
        this(
                node,
                boot,
                hostId,
                controlAddress,
                httpAddress,
                leases,
                eviction,
                fetch,
                master,
                recording,
                ssd,
                Prefetching.defaults());
    }

    /// The time for an owner's answer to a transfer query; with its SSD's read in it, where that is asked for.
    long queryNanos(Tier tier) {
        return switch (tier) {
            case MEMORY -> fetch.queryNanos();
            case LOCAL_DISK -> fetch.queryNanos() + ssd.readNanos();
        };
    }

    /// What is done with a node's SSD.
    ///
    /// @param writing when a block is written
    /// @param readNanos in which a block must have been read
    public record Ssd(SsdWriting writing, long readNanos) {
        /// At seal; 5 s.
        public static Ssd defaults() {
            return new Ssd(SsdWriting.AT_SEAL, seconds(5));
        }
    }

    /// How promotion tasks are carried out.
    ///
    /// @param workers reads under way at one time, 1 to 64
    /// @param waitNanos how long the master may hold back its answer to a pull
    /// @param pullIntervalNanos `promotion_pull_interval_ms`: the pause after a pull that failed
    public record Prefetching(int workers, long waitNanos, long pullIntervalNanos) {
        private static final int MAX_WORKERS = 64;

        public Prefetching {
            InvalidInput.unless(
                    workers >= 1 && workers <= MAX_WORKERS,
                    "promotion_workers",
                    "is " + workers + "; it must be from 1 to " + MAX_WORKERS);
        }

        /// One worker, 10 s, 100 ms.
        public static Prefetching defaults() {
            return new Prefetching(1, seconds(10), millis(100));
        }
    }

    /// Time limits of promises.
    ///
    /// @param engineNanos an engine lease's full time
    /// @param transferNanos a transfer lock's full time
    /// @param inFlightNanos a reservation untouched for so long is dropped and its extents go to quarantine
    /// @param heldShare of the pool that leases may hold, 0–1; beyond it a hit becomes `MISS_LOCAL_PRESSURE`
    public record Leases(long engineNanos, long transferNanos, long inFlightNanos, double heldShare) {
        public static Leases defaults() {
            return new Leases(seconds(600), seconds(120), seconds(300), 0.75);
        }
    }

    /// Eviction ahead of need.
    ///
    /// @param high share of the pool at which eviction starts
    /// @param low share at which it stops
    /// @param roomWaitNanos how long a reserve or a fetch waits for room that eviction is making
    /// @param maxWaiters requests that may wait for room
    /// @param policy chooses the victims among blocks that are not spare
    public record Eviction(double high, double low, long roomWaitNanos, int maxWaiters, EvictionKind policy) {
        public Eviction {
            InvalidInput.unless(
                    low > 0 && low < high && high <= 1,
                    "eviction",
                    "low " + low + " must be below high " + high + ", both in 0..1");
        }

        public static Eviction defaults() {
            return new Eviction(0.90, 0.85, millis(500), 1_024, EvictionKind.LRU);
        }
    }

    /// Limits of fetching.
    ///
    /// @param maxAttempts owners asked for one query
    /// @param connectNanos to reach a peer's control and data plane
    /// @param queryNanos for a peer's answer to a transfer query or an unlock
    /// @param readBaseNanos a read's time-out for no bytes at all
    /// @param readBytesPerSecond the slowest transfer that is not called dead; adds size-based time to the time-out
    /// @param maxConcurrent fetches that may run at one time
    /// @param maxBytesInFlight bytes that their attempts together may ask for at one time; one attempt may ask for
    ///     more, and then runs alone
    /// @param maxWaiting fetches that may wait for their turn, at each of the two
    public record Fetching(
            int maxAttempts,
            long connectNanos,
            long queryNanos,
            long readBaseNanos,
            long readBytesPerSecond,
            int maxConcurrent,
            long maxBytesInFlight,
            int maxWaiting) {
        public static Fetching defaults() {
            return new Fetching(4, millis(500), seconds(2), seconds(1), 50L << 20, 256, 4L << 30, 4_096);
        }

        /// The time-out of a read of so many bytes.
        public long readNanos(long bytes) {
            return readBaseNanos + (long) (1e9 * bytes / readBytesPerSecond);
        }
    }

    /// The rhythm of the conversation with the master.
    ///
    /// @param callNanos time-out of a call
    /// @param heartbeatNanos between heartbeats
    /// @param backoffMinNanos first pause after a failure
    /// @param backoffMaxNanos longest pause after failures
    /// @param maxBatchKeys keys in a ledger batch
    public record Mastering(
            long callNanos, long heartbeatNanos, long backoffMinNanos, long backoffMaxNanos, int maxBatchKeys) {
        public static Mastering defaults() {
            return new Mastering(seconds(2), seconds(1), millis(100), seconds(2), 16_384);
        }
    }

    /// What the flight recorder keeps.
    ///
    /// @param events happenings; 0: nothing is recorded
    /// @param bytes that they may weigh together
    public record Recording(int events, long bytes) {
        /// Nothing is recorded.
        public static final Recording OFF = new Recording(0, 0);

        public static Recording defaults() {
            return new Recording(65_536, 64L << 20);
        }

        public boolean isOn() {
            return events > 0;
        }
    }

    /// Everything by default.
    public static NodeSettings defaults(NodeId node, long boot, String hostId, String controlAddress) {
        return new NodeSettings(
                node,
                boot,
                hostId,
                controlAddress,
                "",
                Leases.defaults(),
                Eviction.defaults(),
                Fetching.defaults(),
                Mastering.defaults(),
                Recording.defaults(),
                Ssd.defaults(),
                Prefetching.defaults());
    }

    private static long seconds(long n) {
        return TimeUnit.SECONDS.toNanos(n);
    }

    private static long millis(long n) {
        return TimeUnit.MILLISECONDS.toNanos(n);
    }
}
