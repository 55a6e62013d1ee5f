package io.forebay.node;

import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.Outcome;
import io.forebay.memory.ArenaFigures;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// A node's figures at one moment. Counts are since its start; an immutable snapshot for any thread.
///
/// @param gauges what is now, by name
/// @param counts what has happened, by name
/// @param outcomes blocks of queries by how they ended
/// @param attempts attempts to fetch from an owner by why they ended as they did
/// @param staleReports blocks of other owners reported to the master by what was met there
/// @param ssdRefusals blocks that were not written to SSD, by why
/// @param fabricBytes bytes that one-sided reads have delivered here, by fabric
/// @param arenas the pool's, each of a NUMA node
public record NodeStats(
        Map<String, Long> gauges,
        Map<String, Long> counts,
        Map<Outcome, Long> outcomes,
        Map<AttemptCause, Long> attempts,
        Map<StaleReason, Long> staleReports,
        Map<WriteRefusal, Long> ssdRefusals,
        Map<String, Long> fabricBytes,
        List<ArenaFigures> arenas) {
    /// One figure of each arena, by NUMA node.
    public Map<Integer, Long> byNumaNode(ToLongFunction<ArenaFigures> figure) {
        Map<Integer, Long> figures = new TreeMap<>();
        arenas.forEach(arena -> figures.put(arena.numaNode(), figure.applyAsLong(arena)));
        return figures;
    }

    /// Attempts that ended so, whatever the cause.
    public long attempts(AttemptEnd end) {
        return attempts.entrySet().stream()
                .filter(entry -> entry.getKey().end() == end)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
