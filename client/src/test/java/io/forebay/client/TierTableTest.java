package io.forebay.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.Journal;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.MasterShell;
import io.forebay.core.catalogue.NodeStatus;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.events.EventTerms;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// A table that follows a real master through a subscription that loses its connection, over a master
/// that starts over, with a ring of few events: once all is heard it is the master's.
class TierTableTest {
    private static final int SEEDS = 40;
    private static final int STEPS = 300;
    private static final int KEYS = 20;
    private static final Namespace NAMESPACE = new Namespace("m", "", "f");

    @Test
    void itBecomesTheMastersTable() {
        int told = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(new SplittableRandom(seed));
            for (int step = 0; step < STEPS; step++) {
                run.step();
                if (run.isUpToDate()) {
                    run.assertExact("seed " + seed + ", step " + step);
                    told++;
                }
            }
            run.timer.advance(3_000_000_000L);
            assertTrue(run.isUpToDate(), "seed " + seed + ": " + run.table.progress());
            run.assertExact("seed " + seed);
        }
        assertTrue(told > SEEDS * 20, "looked at " + told + " times");
    }

    private static final class Run {
        final FakeTimer timer = new FakeTimer();
        final TierTable table = new TierTable();
        private final SplittableRandom random;
        private final FakeMaster connection = new FakeMaster();
        private final Map<String, SessionId> sessions = new HashMap<>();
        private final Map<SessionId, Map<Tier, Long>> numbers = new HashMap<>();
        private long epoch = 1;
        private long boot = 1;
        private MasterShell shell;

        Run(SplittableRandom random) {
            this.random = random;
            this.shell = shell();
            RouterOptions options = RouterOptions.of(List.of("a:1"));
            EventSubscription subscription = new EventSubscription(
                    List.of(connection),
                    options,
                    WatchEvents.snapshot(),
                    table,
                    new Surroundings(timer::nowNanos, () -> 0, timer));
            assertEquals(Duration.ofSeconds(2), options.callTimeout());
            assertTrue(!subscription.isClosed());
        }

        private MasterShell shell() {
            Catalogue catalogue = new Catalogue(CatalogueSettings.defaults(), epoch, timer.nowNanos());
            MasterShell made = new MasterShell(catalogue, Journal.NONE, timer::nowNanos, 100, new EventTerms(12, 4, 3));
            connection.events.master = made.events();
            return made;
        }

        void step() {
            switch (random.nextInt(20)) {
                case 0 -> connection.events.open.forEach(flow -> flow.lose("cut"));
                case 1 -> startOver();
                case 2, 3 -> open("n" + random.nextInt(3));
                case 4, 5, 6, 7 -> timer.advance(random.nextInt(300) * 1_000_000L);
                default -> batch();
            }
            shell.drain();
            if (random.nextInt(3) > 0) {
                timer.run();
            }
        }

        private void startOver() {
            if (random.nextInt(4) == 0) {
                MasterShell before = shell;
                epoch++;
                sessions.clear();
                shell = shell();
                before.failHeld();
            }
        }

        private void open(String node) {
            boot++;
            shell.openSession(
                    new OpenSession(new NodeId(node), boot, node + ":1", "", true), Long.MAX_VALUE, answer -> {
                        if (answer instanceof Answer.Ok<SessionReply>(SessionReply.Opened opened)) {
                            sessions.put(node, opened.session());
                            numbers.put(opened.session(), new HashMap<>());
                        }
                    });
        }

        private void batch() {
            List<String> nodes = sessions.keySet().stream().sorted().toList();
            if (nodes.isEmpty()) {
                return;
            }
            String node = nodes.get(random.nextInt(nodes.size()));
            SessionId session = sessions.getOrDefault(node, new SessionId(1));
            Tier tier = random.nextBoolean() ? Tier.MEMORY : Tier.LOCAL_DISK;
            long number = numbers.computeIfAbsent(session, _ -> new HashMap<>()).merge(tier, 1L, Long::sum);
            LedgerBatch batch = new LedgerBatch(
                    new NodeId(node), session, tier, number, 0, true, keys(3), keys(4), keys(6), List.of());
            shell.ledger(batch, Long.MAX_VALUE, answer -> {
                assertTrue(answer instanceof Answer.Ok<LedgerReply>(LedgerReply reply)
                        && !(reply instanceof LedgerReply.OutOfOrder));
            });
        }

        private List<BlockKey> keys(int atMost) {
            List<BlockKey> keys = new ArrayList<>();
            for (int i = random.nextInt(atMost); i > 0; i--) {
                keys.add(key(random.nextInt(KEYS)));
            }
            return keys;
        }

        boolean isUpToDate() {
            TierTable.Progress progress = table.progress();
            return progress.whole()
                    && progress.masterEpoch() == epoch
                    && progress.sequence() == shell.eventFigures().published();
        }

        void assertExact(String where) {
            Set<SessionId> open =
                    shell.nodes().stream().map(NodeStatus::session).collect(Collectors.toSet());
            long replicas = 0;
            for (int number = 0; number < KEYS; number++) {
                BlockKey key = key(number);
                Set<ReplicaPlace> truth = shell.replicas(key.hash()).getOrDefault(NAMESPACE, List.of()).stream()
                        .filter(each -> open.contains(each.session()))
                        .map(each -> new ReplicaPlace(each.node(), each.session(), each.tier(), key))
                        .collect(Collectors.toSet());
                assertEquals(truth, new HashSet<>(table.places(key)), where);
                replicas += truth.size();
            }
            assertEquals(replicas, table.progress().replicas(), where);
        }
    }

    private static BlockKey key(int number) {
        return new BlockKey(NAMESPACE, BlockHash.of(new byte[] {1, (byte) number}));
    }
}
