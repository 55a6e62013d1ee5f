package io.forebay.bench.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The result of a replay; a JSON contract, to which fields are only added.
///
/// @param requests played
/// @param blocks asked for by decode queries
/// @param outcomes how each of those ended; adds up to `blocks`
/// @param bytes that moved
/// @param corrupt blocks with a wrong byte in a hit
/// @param lateQueries answered later than 250 ms past their deadline
/// @param handoffs how the barriers ended
/// @param latencyMillis by call: `query`, `save`, `handoff`, `fetch`
/// @param processes that took part: master and nodes
/// @param fabric the data plane and the bytes that the nodes counted on it
/// @param loadErrors hits that were gone when they were read: a miss in time, never other bytes
/// @param notSaved blocks that a prefill engine could not save
/// @param failovers fetches that went on to another owner, as the nodes counted them
/// @param recovery what the nodes did about faults, by their own counting
/// @param lastFifth the decode blocks of the last fifth of the requests
public record ReplayReport(
        long requests,
        long blocks,
        Map<String, Long> outcomes,
        Bytes bytes,
        long corrupt,
        long lateQueries,
        Handoffs handoffs,
        Map<String, Percentiles> latencyMillis,
        int processes,
        FabricTotal fabric,
        long loadErrors,
        long notSaved,
        long failovers,
        Recovery recovery,
        Tail lastFifth) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /// Bytes by what was done with them.
    ///
    /// @param written by prefill engines
    /// @param moved from peer to peer, by the outcomes of the queries
    /// @param verified by decode engines
    public record Bytes(long written, long moved, long verified) {}

    /// Barriers by how they ended.
    ///
    /// @param complete every block of the request was registered in time
    /// @param degraded some were not
    public record Handoffs(long complete, long degraded) {}

    /// Of one kind of call, in milliseconds.
    public record Percentiles(double p50, double p99) {}

    /// What nodes did about faults, all nodes together; what a killed node counted after its last reading is lost.
    ///
    /// @param failovers fetches that went on to another owner
    /// @param suppressedPairs peers and blocks that were not to be asked for together, at the last reading
    /// @param backfilledBlocks that a new session was told again
    /// @param unilateralFrees blocks that were evicted without the master's word
    public record Recovery(long failovers, long suppressedPairs, long backfilledBlocks, long unilateralFrees) {
        /// Of two nodes together.
        public Recovery plus(Recovery other) {
            return new Recovery(
                    failovers + other.failovers,
                    suppressedPairs + other.suppressedPairs,
                    backfilledBlocks + other.backfilledBlocks,
                    unilateralFrees + other.unilateralFrees);
        }
    }

    /// The end of a replay.
    ///
    /// @param blocks asked for
    /// @param hits among them
    public record Tail(long blocks, long hits) {}

    /// What the nodes counted on their data plane.
    ///
    /// @param name of the backend that the nodes used
    /// @param bytes read over it, all nodes together; those of a killed node up to its last reading are lost
    public record FabricTotal(String name, long bytes) {}

    public String toJson() {
        return JSON.writeValueAsString(this) + "\n";
    }

    /// Writes the JSON form to `file`, replacing what was there.
    public void writeJson(Path file) throws IOException {
        Files.writeString(file, toJson());
    }

    /// A table for people.
    public String toTable() {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("requests", count(requests));
        rows.put("decode blocks", count(blocks));
        outcomes.forEach((name, count) -> {
            if (count > 0) {
                rows.put("  " + name, count(count) + String.format(Locale.ROOT, " (%.2f %%)", 100.0 * count / blocks));
            }
        });
        rows.put("hits in the last fifth", share(lastFifth.hits(), lastFifth.blocks()));
        rows.put("corrupt blocks", count(corrupt));
        rows.put("late queries", count(lateQueries));
        rows.put("load errors", count(loadErrors));
        rows.put("blocks not saved", count(notSaved));
        rows.put("failovers", count(failovers));
        rows.put("suppressed pairs", count(recovery.suppressedPairs()));
        rows.put("backfilled blocks", count(recovery.backfilledBlocks()));
        rows.put("unilateral frees", count(recovery.unilateralFrees()));
        rows.put("handoffs", count(handoffs.complete()) + " complete, " + count(handoffs.degraded()) + " degraded");
        rows.put("written", mebibytes(bytes.written()));
        rows.put("moved", mebibytes(bytes.moved()));
        rows.put("verified", mebibytes(bytes.verified()));
        rows.put("fabric " + fabric.name(), mebibytes(fabric.bytes()));
        latencyMillis.forEach((call, time) ->
                rows.put(call, String.format(Locale.ROOT, "p50 %.2f ms, p99 %.2f ms", time.p50(), time.p99())));
        rows.put("processes", count(processes));
        StringBuilder table = new StringBuilder();
        rows.forEach((name, value) -> table.append("%-28s %s%n".formatted(name, value)));
        return table.toString();
    }

    private static String share(long part, long whole) {
        double percent = whole == 0 ? 0 : 100.0 * part / whole;
        return String.format(Locale.ROOT, "%,d of %,d (%.2f %%)", part, whole, percent);
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%,.1f MiB", bytes / 1048576.0);
    }
}
