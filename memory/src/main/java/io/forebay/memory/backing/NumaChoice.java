package io.forebay.memory.backing;

import io.forebay.core.answer.InvalidInput;
import java.util.List;

/// Which NUMA nodes get an arena of the pool.
public sealed interface NumaChoice {
    /// More than any kernel has.
    int MAX_NODE = 1_023;

    /// Each that has memory and processors and that this process may use.
    record Auto() implements NumaChoice {}

    /// One arena for all, bound to none.
    record Off() implements NumaChoice {}

    /// These, each of which must have memory that this process may use.
    record Nodes(List<Integer> numbers) implements NumaChoice {
        public Nodes {
            numbers = List.copyOf(numbers);
            InvalidInput.unless(!numbers.isEmpty(), "pool.numa", "names no node");
            for (int number : numbers) {
                InvalidInput.unless(
                        number >= 0 && number <= MAX_NODE,
                        "pool.numa",
                        "names node " + number + "; nodes are from 0 to " + MAX_NODE);
            }
            InvalidInput.unless(
                    numbers.stream().distinct().count() == numbers.size(), "pool.numa", "names a node twice");
        }
    }
}
