package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;

/// A catalogue with a clock that a test turns: commands are decided and applied at once.
final class CatalogueFixture {
    static final long STALE = 10;
    static final long EXPIRY = 60;
    static final long WARMING = 20;
    static final int SLICE = 4;
    static final long EPOCH = 7;

    static final CatalogueSettings SETTINGS = new CatalogueSettings(STALE, EXPIRY, WARMING, SLICE);

    final Catalogue catalogue = new Catalogue(SETTINGS, EPOCH, 0);
    long now;

    Reply step(Command command) {
        Decision decision = catalogue.decide(command, now);
        decision.events().forEach(catalogue::apply);
        return decision.reply();
    }

    SessionReply open(String node, long boot) {
        return (SessionReply) step(new OpenSession(new NodeId(node), boot, node + ":" + boot, node + ":2"));
    }

    SessionId session(String node, long boot) {
        return ((SessionReply.Opened) open(node, boot)).session();
    }

    /// The first batch ends the inventory.
    Reply batch(String node, SessionId session, long number, List<BlockKey> retire, List<BlockKey> register) {
        return step(new LedgerBatch(
                new NodeId(node), session, number, 0, number == 1, List.of(), retire, register, List.of()));
    }

    /// Opens boot 1 of `node` and registers these keys in its first batch.
    SessionId nodeWith(String node, List<BlockKey> keys) {
        SessionId session = session(node, 1);
        batch(node, session, 1, List.of(), keys);
        return session;
    }

    Reply heartbeat(String node, SessionId session) {
        return step(new Heartbeat(new NodeId(node), session));
    }

    void tick() {
        step(new Tick());
    }

    List<OwnerRun> query(List<BlockHash> hashes) {
        return ((PrefixReply) step(new PrefixQuery(TestKeys.NAMESPACE, hashes))).runs();
    }

    /// The runs of a query as `node[from..end)`, joined by blanks.
    String runs(int from, int to) {
        return String.join(
                " ",
                query(TestKeys.hashes(from, to)).stream()
                        .map(run -> run.node() + "[" + run.from() + ".." + run.end() + ")")
                        .toList());
    }

    boolean isWarming() {
        return ((PrefixReply) step(new PrefixQuery(TestKeys.NAMESPACE, TestKeys.hashes(0, 1)))).warming();
    }

    CatalogueStats stats() {
        return catalogue.stats(now);
    }
}
