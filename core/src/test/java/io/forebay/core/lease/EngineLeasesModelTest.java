package io.forebay.core.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.instance.InstanceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random grants, releases, renewals, expiries and ends: every hold is given back exactly once, when a scan over all
/// leases would have said so.
class EngineLeasesModelTest {
    private static final long TIME = 50;

    private record Naive(InstanceId owner, int uses, List<Integer> blocks, long deadline) {}

    private final Map<LeaseId, Naive> naive = new HashMap<>();
    private EngineLeases<Integer> leases = new EngineLeases<>(TIME);

    @Test
    void everyHoldIsGivenBackOnceAndInTime() {
        for (long seed = 0; seed < 100; seed++) {
            leases = new EngineLeases<>(TIME);
            naive.clear();
            play(seed);
        }
    }

    private void play(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long now = random.nextLong();
        for (int step = 0; step < 500; step++) {
            now += random.nextInt(6);
            InstanceId owner = new InstanceId("i" + random.nextInt(3));
            LeaseId id = new LeaseId(seed, random.nextInt(step + 1));
            String where = "seed " + seed + ", step " + step;
            switch (random.nextInt(6)) {
                case 0, 1 -> grant(new LeaseId(seed, step), owner, random, now);
                case 2, 3 -> assertEquals(release(id, owner), leases.release(id, owner), where);
                case 4 ->
                    assertEquals(
                            renew(id, owner, now), leases.renew(id, owner, now).outcome(), where);
                default -> sweep(random, owner, now, where);
            }
            assertEquals(naive.size(), leases.count(), where);
        }
    }

    private void grant(LeaseId id, InstanceId owner, SplittableRandom random, long now) {
        List<Integer> blocks =
                List.copyOf(random.ints(random.nextInt(4), 0, 9).boxed().toList());
        int uses = 1 + random.nextInt(3);
        leases.grant(id, owner, uses, blocks, now);
        naive.put(id, new Naive(owner, uses, blocks, now + TIME));
    }

    private LeaseChange<Integer> release(LeaseId id, InstanceId owner) {
        Naive held = naive.get(id);
        if (held == null || !held.owner.equals(owner)) {
            return LeaseChange.nothing(held == null ? LeaseOutcome.UNKNOWN : LeaseOutcome.OTHER_INSTANCE);
        }
        if (held.uses == 1) {
            naive.remove(id);
            return new LeaseChange<>(LeaseOutcome.DONE, held.blocks);
        }
        naive.put(id, new Naive(owner, held.uses - 1, held.blocks, held.deadline));
        return LeaseChange.nothing(LeaseOutcome.DONE);
    }

    private LeaseOutcome renew(LeaseId id, InstanceId owner, long now) {
        Naive held = naive.get(id);
        if (held == null || !held.owner.equals(owner)) {
            return held == null ? LeaseOutcome.UNKNOWN : LeaseOutcome.OTHER_INSTANCE;
        }
        naive.put(id, new Naive(owner, held.uses, held.blocks, now + TIME));
        return LeaseOutcome.DONE;
    }

    private void sweep(SplittableRandom random, InstanceId owner, long now, String where) {
        boolean end = random.nextInt(8) == 0;
        List<Integer> expected = new ArrayList<>();
        naive.values().removeIf(held -> {
            boolean ends = end ? held.owner.equals(owner) : held.deadline - now <= 0;
            if (ends) {
                expected.addAll(held.blocks);
            }
            return ends;
        });
        List<Integer> released = end ? leases.end(owner) : leases.expire(now);
        assertEquals(
                expected.stream().sorted().toList(), released.stream().sorted().toList(), where);
    }
}
