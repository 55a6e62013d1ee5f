package io.forebay.bench.router;

import io.forebay.bench.replay.ReplayReport.Percentiles;
import io.forebay.client.EngineClient;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The result of a replay with a router; a JSON contract, to which fields are only added. Everything is counted in
/// blocks, unless its name says otherwise.
///
/// @param requests of the trace that were played in each mode
/// @param nodes of each cluster
/// @param speed of the trace's time
/// @param windowMillis from arrival to dispatch
/// @param blockBytes of one block
/// @param dramBytes of each node in every mode, the prefetch buffer included
/// @param runs one for each mode
public record RouterReport(
        int requests, int nodes, double speed, double windowMillis, long blockBytes, long dramBytes, List<Run> runs) {
    public RouterReport {
        runs = List.copyOf(runs);
    }

    /// One mode.
    ///
    /// @param mode its word
    /// @param requests that ended
    /// @param gets how the blocks of all gets ended
    /// @param ssdOnCriticalPathShare blocks that a get had to read from SSD, its node's or a peer's, of those
    ///     that were found anywhere
    /// @param worstSecond the second of dispatches in which most were read from SSD
    /// @param prefetch what came of triggers, at the gets that they were for
    /// @param tasks what master and nodes counted of promotions, from the start to the end
    /// @param ssdReadsBy blocks that gets had to read from SSD, by what the router had known or done at the arrival
    /// @param getMillis of a get
    /// @param lagMillis by which dispatches came behind their time
    /// @param arrivalsKept whether 99 of 100 came at most 100 ms late: else the machine was too slow for this speed
    /// @param corrupt with a wrong byte
    /// @param gone hits that were gone when they were read
    /// @param verifiedBytes that were read and found right
    /// @param saved by engines
    /// @param notSaved that engines could not save
    /// @param notSavedBy the same by why
    public record Run(
            String mode,
            long requests,
            Gets gets,
            double ssdOnCriticalPathShare,
            WorstSecond worstSecond,
            Prefetch prefetch,
            TaskFigures tasks,
            Map<String, Long> ssdReadsBy,
            Percentiles getMillis,
            Percentiles lagMillis,
            boolean arrivalsKept,
            long corrupt,
            long gone,
            long verifiedBytes,
            long saved,
            long notSaved,
            NotSaved notSavedBy) {}

    /// Blocks that engines could not save.
    ///
    /// @param elsewhere which another engine was saving
    /// @param noRoom for which the pool had no room
    /// @param failed without an answer, or cut off on the way
    public record NotSaved(long elsewhere, long noRoom, long failed) {
        NotSaved plus(EngineClient.SaveReport more) {
            return new NotSaved(elsewhere + more.elsewhere(), noRoom + more.noRoom(), failed + more.failed());
        }

        long total() {
            return elsewhere + noRoom + failed;
        }
    }

    /// How blocks of gets ended; the sum without `ssdOfPeers` is all that was asked for.
    ///
    /// @param memory in the node's main pool
    /// @param buffer in its prefetch buffer
    /// @param ssd read from SSD, the node's or a peer's
    /// @param peer read from a peer's memory
    /// @param miss found nowhere, or behind such a one
    /// @param ssdOfPeers the part of `ssd` that a peer read
    public record Gets(long memory, long buffer, long ssd, long peer, long miss, long ssdOfPeers) {
        /// Blocks that were found anywhere.
        public long found() {
            return memory + buffer + ssd + peer;
        }
    }

    /// The worst second.
    ///
    /// @param second from the start
    /// @param share `ssd` of `found`
    /// @param ssd read from SSD
    /// @param found anywhere
    public record WorstSecond(long second, double share, long ssd, long found) {}

    /// What came of triggers. Each block that one had queued is one of four at its get: `queued` is their sum.
    ///
    /// @param queued by a trigger, its own task or one that was there already; once for each request
    /// @param used in memory when it was asked for, wherever
    /// @param late read from SSD by the get
    /// @param wasted in memory, and of no use, since a block before it was missing
    /// @param throttled answered so, at first; it may have come all the same
    /// @param expired neither in memory nor of use at its get
    public record Prefetch(long queued, long used, long late, long wasted, long throttled, long expired) {}

    /// What was dispatched in one second.
    record Second(long second, long found, long fromSsd) {
        Second plus(Second other) {
            return new Second(second, found + other.found, fromSsd + other.fromSsd);
        }

        double share() {
            return found == 0 ? 0 : (double) fromSsd / found;
        }
    }

    /// The JSON form, with a line's end.
    public String toJson() {
        return JsonMapper.builder()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .build()
                        .writeValueAsString(this)
                + "\n";
    }

    /// Blocks with a wrong byte, in all modes.
    public long corrupt() {
        return runs.stream().mapToLong(Run::corrupt).sum();
    }
}
