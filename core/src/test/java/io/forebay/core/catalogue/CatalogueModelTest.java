package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random commands against the catalogue and a naive one: equal replies, always. Beside that, deciding twice gives
/// the same decision, and the durable events alone rebuild a catalogue that answers the same.
class CatalogueModelTest {
    private static final int SEEDS = 150;
    private static final int STEPS = 400;
    private static final int KEYS = 24;
    private static final List<Namespace> NAMESPACES =
            List.of(TestKeys.NAMESPACE, new Namespace("llama", "other", "00ff"));

    private final List<SessionId> sessions = new ArrayList<>();

    @Test
    void itAnswersLikeANaiveCatalogue() {
        for (long seed = 0; seed < SEEDS; seed++) {
            play(seed);
        }
    }

    private void play(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        sessions.clear();
        sessions.add(new SessionId(1));
        CatalogueFixture real = new CatalogueFixture();
        Catalogue replayed = new Catalogue(CatalogueFixture.SETTINGS, CatalogueFixture.EPOCH, 0);
        NaiveCatalogue naive = new NaiveCatalogue();
        for (int step = 0; step < STEPS; step++) {
            String where = "seed " + seed + ", step " + step;
            real.now += random.nextInt(10) == 0 ? random.nextInt(30) : random.nextInt(3);
            Command command = command(random);
            Decision decision = real.catalogue.decide(command, real.now);
            assertEquals(decision, real.catalogue.decide(command, real.now), () -> where + ": decided twice");
            decision.events().forEach(real.catalogue::apply);
            decision.events().stream().filter(event -> !(event instanceof Soft)).forEach(replayed::apply);
            if (decision.reply() instanceof SessionReply.Opened opened && !sessions.contains(opened.session())) {
                sessions.add(opened.session());
            }
            assertEquals(
                    naive.reply(command, real.now, sessions.getLast()), decision.reply(), () -> where + ": " + command);
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
        for (Namespace namespace : NAMESPACES) {
            for (int from = 0; from < KEYS; from++) {
                PrefixQuery query = new PrefixQuery(namespace, TestKeys.hashes(from, KEYS));
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

    private Command command(SplittableRandom random) {
        NodeId node = new NodeId("n" + random.nextInt(4));
        SessionId session = sessions.get(sessions.size() - 1 - random.nextInt(Math.min(6, sessions.size())));
        return switch (random.nextInt(14)) {
            case 0, 1 ->
                new OpenSession(
                        node,
                        1 + random.nextInt(random.nextInt(4) == 0 ? 9 : 3),
                        "h:" + random.nextInt(2),
                        "",
                        random.nextBoolean());
            case 2 -> random.nextInt(4) == 0 ? new CloseSession(node, session) : new Tick();
            case 3 -> new Heartbeat(node, session);
            case 4, 5, 6, 7, 8 ->
                new LedgerBatch(
                        node,
                        session,
                        random.nextInt(3) == 0 ? Tier.LOCAL_DISK : Tier.MEMORY,
                        1 + random.nextInt(5),
                        random.nextInt(3),
                        random.nextInt(3) == 0,
                        keys(random, 4),
                        keys(random, 6),
                        keys(random, 12),
                        keys(random, 3).stream()
                                .map(key -> new RouterLease(key, 1 + random.nextInt(30)))
                                .toList());
            case 9, 10 -> new PrefixQuery(NAMESPACES.get(random.nextInt(2)), chain(random));
            case 11, 12 ->
                new ReportStale(
                        node,
                        session,
                        NAMESPACES.get(random.nextInt(2)),
                        chain(random),
                        random.nextBoolean() ? StaleReason.ABSENT : StaleReason.CORRUPT);
            default -> new Tick();
        };
    }

    private static List<BlockHash> chain(SplittableRandom random) {
        int from = random.nextInt(KEYS);
        return TestKeys.hashes(from, from + 1 + random.nextInt(KEYS));
    }

    private static List<BlockKey> keys(SplittableRandom random, int atMost) {
        List<BlockKey> keys = new ArrayList<>();
        int from = random.nextInt(KEYS);
        for (int i = random.nextInt(atMost); i > 0; i--) {
            keys.add(new BlockKey(NAMESPACES.get(random.nextInt(6) / 5), TestKeys.hash((from + i) % KEYS)));
        }
        return keys;
    }
}
