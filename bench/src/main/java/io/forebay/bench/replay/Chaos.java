package io.forebay.bench.replay;

import io.forebay.core.answer.InvalidInput;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// What is done to the cluster in the course of a replay.
///
/// A single kill is forever. A fleet that takes several faults is one that heals: its killed nodes start again, empty
/// and with a higher boot, or nobody would be left to take the next fault.
public record Chaos(List<Fault> faults) {
    public Chaos {
        faults = List.copyOf(faults);
        InvalidInput.unless(!faults.isEmpty(), "chaos", "is empty");
    }

    /// Reads faults with commas between them; see [Fault#parse].
    public static Chaos parse(String text) {
        return new Chaos(Arrays.stream(text.split(",", -1)).map(Fault::parse).toList());
    }

    /// Refuses a node that a cluster of `nodes` does not have, or its only one.
    public Chaos requireFits(int nodes) {
        for (Fault fault : faults) {
            InvalidInput.unless(
                    nodes > 1 || !fault.kind().ofNode(), "chaos", "meets the only node; at least 2 are needed");
            InvalidInput.unless(
                    fault.node() <= nodes, "chaos", "names node " + fault.node() + "; there are nodes 1 to " + nodes);
        }
        return this;
    }

    /// True if the master is among those who meet something.
    public boolean meetsMaster() {
        return faults.stream().anyMatch(fault -> !fault.kind().ofNode());
    }

    /// True if killed nodes start again.
    public boolean heals() {
        return faults.size() > 1;
    }

    /// What happens before the request number `index`, from 0, of `requests`.
    List<Fault> dueBefore(int index, int requests) {
        return faults.stream()
                .filter(fault -> fault.isDueBefore(index, requests))
                .toList();
    }

    @Override
    public String toString() {
        return faults.stream().map(Fault::toString).collect(Collectors.joining(","));
    }
}
