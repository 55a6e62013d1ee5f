package io.forebay.bench.eviction;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.eviction.EvictionKind;
import java.util.List;

/// What is measured.
///
/// @param policy by its name; least-recently-used is measured beside it in any case
/// @param capacities of the tier, in blocks
/// @param seeds replays of each, with chance another one each time
/// @param rounds of the timing
public record EvictionSettings(String policy, List<Integer> capacities, int seeds, int rounds) {
    /// The capacities by default.
    public static final List<Integer> CAPACITIES = List.of(1_000, 2_000, 5_000, 10_000, 20_000, 30_000);

    private static final int MAX_SEEDS = 1_000;

    public EvictionSettings {
        capacities = List.copyOf(capacities);
        EvictionKind.named(policy, "policy");
        InvalidInput.unless(!capacities.isEmpty(), "capacities", "is empty");
        for (int capacity : capacities) {
            InvalidInput.unless(capacity >= 1, "capacities", "has " + capacity + "; at least 1 block is needed");
        }
        InvalidInput.unless(
                seeds >= 1 && seeds <= MAX_SEEDS, "seeds", "is " + seeds + "; it must be from 1 to " + MAX_SEEDS);
    }
}
