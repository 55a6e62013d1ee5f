package io.forebay.core.catalogue;

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

/// Commands of four nodes about few blocks, from a seed; most of them of sessions that are there.
final class RandomCommands {
    static final int KEYS = 24;
    static final List<Namespace> NAMESPACES = List.of(TestKeys.NAMESPACE, new Namespace("llama", "other", "00ff"));

    private final SplittableRandom random;
    private final List<SessionId> sessions = new ArrayList<>(List.of(new SessionId(1)));

    RandomCommands(SplittableRandom random) {
        this.random = random;
    }

    /// What the catalogue said to the last one.
    void heard(Reply reply) {
        if (reply instanceof SessionReply.Opened opened && !sessions.contains(opened.session())) {
            sessions.add(opened.session());
        }
    }

    /// The session that was opened last.
    SessionId latest() {
        return sessions.getLast();
    }

    Command next() {
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
                        keys(4),
                        keys(6),
                        keys(12),
                        keys(3).stream()
                                .map(key -> new RouterLease(key, 1 + random.nextInt(30)))
                                .toList());
            case 9, 10 -> new PrefixQuery(NAMESPACES.get(random.nextInt(2)), chain());
            case 11, 12 ->
                new ReportStale(
                        node,
                        session,
                        NAMESPACES.get(random.nextInt(2)),
                        chain(),
                        random.nextBoolean() ? StaleReason.ABSENT : StaleReason.CORRUPT);
            default -> new Tick();
        };
    }

    private List<BlockHash> chain() {
        int from = random.nextInt(KEYS);
        return TestKeys.hashes(from, from + 1 + random.nextInt(KEYS));
    }

    private List<BlockKey> keys(int atMost) {
        List<BlockKey> keys = new ArrayList<>();
        int from = random.nextInt(KEYS);
        for (int i = random.nextInt(atMost); i > 0; i--) {
            keys.add(new BlockKey(NAMESPACES.get(random.nextInt(6) / 5), TestKeys.hash((from + i) % KEYS)));
        }
        return keys;
    }
}
