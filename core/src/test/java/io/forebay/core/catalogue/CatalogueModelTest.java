package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.tier.Tier;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random commands against the catalogue and a naive one: equal replies, always. Beside that, deciding twice gives
/// the same decision, and the durable events alone rebuild a catalogue that answers the same.
class CatalogueModelTest {
    private static final int SEEDS = 150;
    private static final int STEPS = 400;

    @Test
    void itAnswersLikeANaiveCatalogue() {
        for (long seed = 0; seed < SEEDS; seed++) {
            play(seed);
        }
    }

    private void play(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomCommands commands = new RandomCommands(random);
        CatalogueFixture real = new CatalogueFixture();
        Catalogue replayed = new Catalogue(CatalogueFixture.SETTINGS, CatalogueFixture.EPOCH, 0);
        NaiveCatalogue naive = new NaiveCatalogue();
        for (int step = 0; step < STEPS; step++) {
            String where = "seed " + seed + ", step " + step;
            real.now += random.nextInt(10) == 0 ? random.nextInt(30) : random.nextInt(3);
            Command command = commands.next();
            Decision decision = real.catalogue.decide(command, real.now);
            assertEquals(decision, real.catalogue.decide(command, real.now), () -> where + ": decided twice");
            decision.events().forEach(real.catalogue::apply);
            decision.events().stream().filter(event -> !(event instanceof Soft)).forEach(replayed::apply);
            commands.heard(decision.reply());
            assertEquals(
                    naive.reply(command, real.now, commands.latest()), decision.reply(), () -> where + ": " + command);
            assertCounts(naive, real.stats(), where);
        }
        assertReplayAnswersTheSame(real, replayed, "seed " + seed);
        assertReclaimedInTheEnd(real, naive, "seed " + seed);
    }

    private static void assertCounts(NaiveCatalogue naive, CatalogueStats stats, String where) {
        assertEquals(naive.sessions(), stats.sessions(), where);
        assertEquals(naive.replicas(Tier.MEMORY), stats.replicas(), where);
        assertEquals(naive.replicas(Tier.LOCAL_DISK), stats.onDisk(), where);
    }

    private static void assertReplayAnswersTheSame(CatalogueFixture real, Catalogue replayed, String where) {
        for (NodeStatus node : real.catalogue.nodes(real.now)) {
            Soft.NodeSeen seen = new Soft.NodeSeen(node.session(), real.now);
            Soft.NodeCaughtUp caughtUp = new Soft.NodeCaughtUp(node.session());
            for (Catalogue each : List.of(real.catalogue, replayed)) {
                each.apply(seen);
                each.apply(caughtUp);
            }
        }
        for (Namespace namespace : RandomCommands.NAMESPACES) {
            for (int from = 0; from < RandomCommands.KEYS; from++) {
                PrefixQuery query = new PrefixQuery(namespace, TestKeys.hashes(from, RandomCommands.KEYS));
                assertEquals(real.catalogue.decide(query, real.now), replayed.decide(query, real.now), where);
            }
        }
    }

    private static void assertReclaimedInTheEnd(CatalogueFixture real, NaiveCatalogue naive, String where) {
        while (real.stats().reclaimable() > 0) {
            real.tick();
        }
        assertEquals(naive.blocks(), real.stats().blocks(), where);
    }
}
