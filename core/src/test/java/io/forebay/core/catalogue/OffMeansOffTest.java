package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.prefetch.Promotions;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// A master whose triggers are switched off, beside one that was made without promotions: the same commands, also those
/// of nodes and routers that know prefetching, make the same events, one for one.
class OffMeansOffTest {
    private static final int STEPS = 4_000;
    private static final Namespace NAMESPACE = TestKeys.key(0).namespace();

    private final Catalogue without = new Catalogue(CatalogueFixture.SETTINGS, CatalogueFixture.EPOCH, 0);
    private final Catalogue off = new Catalogue(
            CatalogueFixture.SETTINGS, CatalogueFixture.EPOCH, 0, new Promotions(PrefetchTerms.defaults()));
    private final Map<Tier, Long> numbers = new EnumMap<>(Tier.class);
    private SessionId session = new SessionId(1);
    private long now;

    @Test
    void theEventsAreTheSame() {
        SplittableRandom random = new SplittableRandom(5);
        int events = 0;
        for (int step = 0; step < STEPS; step++) {
            now += random.nextInt(4);
            Command command = command(random);
            Decision one = without.decide(command, now);
            Decision other = off.decide(command, now);
            assertEquals(one.events(), other.events(), () -> "step " + now + ": " + command);
            one.events().forEach(without::apply);
            other.events().forEach(off::apply);
            events += one.events().size();
            if (one.reply() instanceof SessionReply.Opened opened
                    && !opened.session().equals(session)) {
                session = opened.session();
                numbers.clear();
            }
        }
        assertTrue(events > STEPS / 2, "the commands did something");
    }

    private Command command(SplittableRandom random) {
        NodeId node = new NodeId("n");
        int from = random.nextInt(40);
        return switch (random.nextInt(12)) {
            case 0 -> new OpenSession(node, 1 + now / 1_000, "h:1", "", true);
            case 1 -> new Heartbeat(node, session, new Readings(1, 2, 0, 9, true, Map.of(NAMESPACE, 1L)));
            case 2, 3, 4 -> batch(node, Tier.LOCAL_DISK, from);
            case 5, 6 -> batch(node, Tier.MEMORY, from);
            case 7 -> new Prefetch(NAMESPACE, TestKeys.hashes(from, from + 5), "r", 10);
            case 8 -> new PullPromotions(node, session, 1 + now, List.of(), 4, 0);
            case 9 -> new CancelPrefetch("r");
            case 10 -> new Lookup(NAMESPACE, TestKeys.hashes(from, from + 5));
            default -> new Tick();
        };
    }

    private LedgerBatch batch(NodeId node, Tier tier, int from) {
        long number = numbers.merge(tier, 1L, Long::sum);
        boolean retires = from % 2 == 0;
        return new LedgerBatch(
                node,
                session,
                tier,
                number,
                0,
                true,
                List.of(),
                retires ? TestKeys.keys(from, from + 3) : List.of(),
                retires ? List.of() : TestKeys.keys(from, from + 3),
                List.of());
    }
}
