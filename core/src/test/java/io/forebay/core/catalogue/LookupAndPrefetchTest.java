package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.tier.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A lookup and a trigger in one step.
class LookupAndPrefetchTest {
    private PrefetchFixture master = new PrefetchFixture();

    private static LookupAndPrefetch both(int from, int to) {
        return new LookupAndPrefetch(PrefetchFixture.prefetch("r", from, to));
    }

    @Test
    void theLookupSaysHowItWasBeforeTheTrigger() {
        master.node("a", 0, 2);
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(1, 2));
        LookupAndPrefetchReply reply = (LookupAndPrefetchReply) master.step(both(0, 3));
        List<LookupReply.BlockTiers> before = reply.before().blocks();
        assertEquals(
                List.of(List.of(Tier.LOCAL_DISK), List.of(Tier.MEMORY, Tier.LOCAL_DISK), List.of()),
                before.stream()
                        .map(each -> each.replicas().stream()
                                .map(ReplicaStatus::tier)
                                .toList())
                        .toList());
        assertEquals(
                List.of(false, false, false),
                before.stream().map(each -> each.promoting()).toList());
        assertEquals(0, before.get(1).replicas().getFirst().leaseNanos());
        PrefetchReply.Decided decided = assertInstanceOf(PrefetchReply.Decided.class, reply.outcome());
        assertEquals(
                List.of(PrefetchStatus.QUEUED, PrefetchStatus.IN_MEMORY, PrefetchStatus.NOT_FOUND),
                decided.answers().stream().map(each -> each.status()).toList());
        assertEquals(1, master.stats().queued(), "the trigger is carried out");
        assertEquals(11 * PrefetchFixture.SECOND, master.leaseNanos(1));
        LookupAndPrefetchReply again = (LookupAndPrefetchReply) master.step(both(0, 1));
        assertEquals(true, again.before().blocks().getFirst().promoting());
    }

    @Test
    void switchedOffItIsALookupAlone() {
        master = new PrefetchFixture(PrefetchTerms.defaults());
        master.node("a", 0, 1);
        Decision decision = master.decide(both(0, 1));
        LookupAndPrefetchReply reply = (LookupAndPrefetchReply) decision.reply();
        assertEquals(new PrefetchReply.Disabled(7), reply.outcome());
        assertEquals(1, reply.before().blocks().getFirst().replicas().size());
        assertEquals(List.of(), decision.events());
    }

    @Test
    void noBlocksAreAnEmptyAnswer() {
        LookupAndPrefetchReply reply = (LookupAndPrefetchReply) master.step(both(0, 0));
        assertEquals(List.of(), reply.before().blocks());
    }
}
