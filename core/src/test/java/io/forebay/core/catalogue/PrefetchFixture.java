package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.prefetch.PromotionStats;
import io.forebay.core.prefetch.Promotions;
import io.forebay.core.prefetch.Pull;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A catalogue with promotions and a clock that a test turns: commands are decided and applied at once. Nodes have an
/// SSD, and blocks of [#BLOCK] bytes.
final class PrefetchFixture {
    static final long SECOND = 1_000_000_000L;
    static final long BLOCK = 10;
    static final long STALE = 10 * SECOND;
    static final long EXPIRY = 60 * SECOND;
    static final PrefetchTerms TERMS = PrefetchTerms.defaults().withEnabled(true);

    final Promotions promotions;
    final Catalogue catalogue;
    long now;
    private final Map<String, SessionId> sessions = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();

    PrefetchFixture(PrefetchTerms terms) {
        promotions = new Promotions(terms);
        catalogue = new Catalogue(new CatalogueSettings(STALE, EXPIRY, 0, 4), 7, 0, promotions);
    }

    PrefetchFixture() {
        this(TERMS);
    }

    Decision decide(Command command) {
        return catalogue.decide(command, now);
    }

    Reply step(Command command) {
        Decision decision = decide(command);
        decision.events().forEach(catalogue::apply);
        return decision.reply();
    }

    static Readings room(long mainUsed, long main, long buffer) {
        return new Readings(mainUsed, main, 0, buffer, true, Map.of(TestKeys.NAMESPACE, BLOCK));
    }

    /// Opens the node's session with these blocks on SSD, and none in memory.
    SessionId node(String node, int from, int to) {
        OpenSession open = new OpenSession(new NodeId(node), 1, node + ":1", "", true);
        SessionId session = ((SessionReply.Opened) step(open)).session();
        sessions.put(node, session);
        batch(node, Tier.MEMORY, List.of(), List.of());
        batch(node, Tier.LOCAL_DISK, List.of(), TestKeys.keys(from, to));
        says(node, room(0, 1_000, 1_000));
        return session;
    }

    SessionId session(String node) {
        return sessions.getOrDefault(node, new SessionId(-1));
    }

    void says(String node, Readings readings) {
        step(new Heartbeat(new NodeId(node), session(node), readings));
    }

    /// What a batch names, of one tier.
    private record Named(
            List<BlockKey> gone,
            List<BlockKey> retire,
            List<BlockKey> register,
            List<Promoted> promoted,
            List<BlockKey> consumed) {}

    LedgerReply batch(String node, Tier tier, List<BlockKey> retire, List<BlockKey> register) {
        return batch(node, tier, new Named(List.of(), retire, register, List.of(), List.of()));
    }

    LedgerReply gone(String node, Tier tier, List<BlockKey> gone) {
        return batch(node, tier, new Named(gone, List.of(), List.of(), List.of(), List.of()));
    }

    LedgerReply promoted(String node, TaskAttempt attempt, BlockKey key) {
        List<Promoted> promoted = List.of(new Promoted(attempt, key));
        return batch(node, Tier.MEMORY, new Named(List.of(), List.of(), List.of(key), promoted, List.of()));
    }

    LedgerReply consumed(String node, BlockKey key) {
        return batch(node, Tier.MEMORY, new Named(List.of(), List.of(), List.of(), List.of(), List.of(key)));
    }

    private LedgerReply batch(String node, Tier tier, Named named) {
        long number = numbers.merge(node + tier, 1L, Long::sum);
        return (LedgerReply) step(new LedgerBatch(
                new NodeId(node),
                session(node),
                tier,
                number,
                0,
                number == 1,
                named.gone,
                named.retire,
                named.register,
                List.of(),
                named.promoted,
                named.consumed));
    }

    /// Needed in a second.
    static Prefetch prefetch(String request, int from, int to) {
        return new Prefetch(TestKeys.NAMESPACE, TestKeys.hashes(from, to), request, SECOND);
    }

    List<PrefetchReply.PrefetchAnswer> trigger(String request, int from, int to) {
        return ((PrefetchReply.Decided) step(prefetch(request, from, to))).answers();
    }

    PrefetchStatus status(int key) {
        return trigger("r", key, key + 1).getFirst().status();
    }

    CancelReply cancel(String request) {
        return (CancelReply) step(new CancelPrefetch(request));
    }

    PullPromotions pullOf(String node, long number, List<TaskAttempt> held, long wait) {
        return new PullPromotions(new NodeId(node), session(node), number, held, 32, wait);
    }

    Pull.Taken pull(String node, TaskAttempt... held) {
        long number = numbers.merge("pull " + node, 1L, Long::sum);
        PullReply.Heard heard = (PullReply.Heard) step(pullOf(node, number, List.of(held), 0));
        return (Pull.Taken) heard.pull();
    }

    void start(String node, TaskAttempt attempt) {
        step(new ReportPromotions(new NodeId(node), session(node), List.of(attempt), List.of()));
    }

    void tick() {
        step(new Tick());
    }

    List<ReplicaStatus> replicas(int key) {
        Lookup lookup = new Lookup(TestKeys.NAMESPACE, TestKeys.hashes(key, key + 1));
        return ((LookupReply) step(lookup)).blocks().getFirst().replicas();
    }

    /// Of the first replica, the one in memory if there is one.
    long leaseNanos(int key) {
        return replicas(key).getFirst().leaseNanos();
    }

    PromotionStats stats() {
        return promotions.stats();
    }
}
