package io.forebay.core.ledger;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.Command;
import io.forebay.core.catalogue.Decision;
import io.forebay.core.catalogue.Durable;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.Reply;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One node with a real ledger, one real master, and a network between them that loses, duplicates and reorders.
/// Beside the ledger it keeps the naive truth: which numbers are in memory, and which of these the node wants gone.
final class LedgerNetwork {
    private static final int SUSPECTS = 12;
    private static final NodeId NODE = new NodeId("a");

    private record Letter(LedgerBatch batch, @Nullable Reply reply) {}

    final TreeSet<Integer> resident = new TreeSet<>();
    final Set<Integer> leaving = new HashSet<>();
    /// Which the master has been made to name behind the ledger's back in this session.
    final Set<Integer> phantoms = new HashSet<>();

    private final Map<Integer, Long> until = new HashMap<>();

    /// Until when a block may not be freed though its retirement was asked for.
    private final Map<Integer, Long> leasedUntil = new HashMap<>();

    private final SplittableRandom random;
    private final RegistrationLedger ledger;
    private final List<Letter> underway = new ArrayList<>();
    private Catalogue master;
    private long epoch = 1;
    private long boot = 1;
    private long now;
    private SessionId session = new SessionId(0);

    LedgerNetwork(long seed) {
        random = new SplittableRandom(seed);
        ledger = new RegistrationLedger(1 + random.nextInt(6));
        master = new Catalogue(CatalogueSettings.defaults(), epoch, now);
        open();
    }

    void save(int number) {
        resident.add(number);
        leaving.remove(number);
        leasedUntil.remove(number);
        ledger.want(TestKeys.key(number));
    }

    void evict(int number) {
        if (resident.contains(number)) {
            leaving.add(number);
            BlockKey key = TestKeys.key(number);
            if (ledger.isLeased(key, now)) {
                leasedUntil.put(number, until.getOrDefault(number, 0L));
            }
            if (ledger.retire(TestKeys.key(number))) {
                freed(number);
            }
        }
    }

    /// A barrier covers the block for a while.
    void lease(int number) {
        if (state(number) != KeyState.RETIRING && resident.contains(number)) {
            long end = now + 1 + random.nextInt(20);
            until.put(number, Math.max(end, until.getOrDefault(number, 0L)));
            ledger.lease(TestKeys.key(number), end);
        }
    }

    /// The master names a block that the node does not have.
    void phantom(int number) {
        boolean current = ((AliveReply) step(new Heartbeat(NODE, session))).current();
        if (current && state(number) == KeyState.ABSENT) {
            phantoms.add(number);
            master.apply(new Durable.BatchApplied(
                    session, Tier.MEMORY, lastReply(), List.of(), List.of(TestKeys.key(number)), false, 0, Set.of()));
        }
    }

    private LedgerReply.Applied lastReply() {
        SessionReply.Opened opened = (SessionReply.Opened) step(new OpenSession(NODE, boot, "a:1"));
        LedgerBatch last = new LedgerBatch(NODE, session, Math.max(1, opened.lastBatch()), List.of(), List.of());
        return opened.lastBatch() == 0 ? new LedgerReply.Applied(0) : (LedgerReply.Applied) step(last);
    }

    /// A reader says that all of these are stale, and the master's heartbeat says so.
    void report(int from, int to) {
        step(new ReportStale(NODE, session, TestKeys.NAMESPACE, TestKeys.hashes(from, to), StaleReason.CORRUPT));
        if (((AliveReply) step(new Heartbeat(NODE, session))).suspected()) {
            ledger.asked();
        }
    }

    private void suspected(List<BlockKey> keys) {
        keys.stream().filter(key -> !resident.contains(TestKeys.number(key))).forEach(ledger::disown);
    }

    /// Time passes.
    void pass() {
        now += random.nextInt(3);
    }

    /// The block is gone, whatever the master says.
    void lose(int number) {
        if (resident.remove(number)) {
            leaving.remove(number);
            until.remove(number);
            leasedUntil.remove(number);
            ledger.lose(TestKeys.key(number));
        }
    }

    /// Its retirement was refused, unless the reply was late.
    private void stays(int number) {
        if (state(number) == KeyState.REGISTERED) {
            leaving.remove(number);
            leasedUntil.remove(number);
        }
    }

    private void freed(int number) {
        until.remove(number);
        Long lease = leasedUntil.remove(number);
        if (lease != null && lease > now) {
            throw new AssertionError(number + " was freed at " + now + " though leased until " + lease);
        }
        if (!leaving.remove(number) || !resident.remove(number)) {
            throw new AssertionError(number + " was freed without being asked for");
        }
        if (masterHas(number) && !phantoms.contains(number)) {
            throw new AssertionError(number + " was freed while the catalogue names it");
        }
    }

    private void freed(List<BlockKey> granted) {
        granted.forEach(key -> freed(TestKeys.number(key)));
    }

    /// Sends the batch in flight or the next one; sometimes the network loses it or doubles it.
    void send(boolean reliably) {
        LedgerBatch next = ledger.next(NODE, session, now);
        LedgerBatch batch = next == null ? ledger.inFlight() : next;
        if (batch != null) {
            post(new Letter(batch, null), reliably);
        }
    }

    private void post(Letter letter, boolean reliably) {
        int copies = reliably ? 1 : random.nextInt(3);
        for (int i = 0; i < copies; i++) {
            underway.add(letter);
        }
    }

    /// Delivers any one letter that is underway.
    void deliver(boolean reliably) {
        if (underway.isEmpty()) {
            return;
        }
        Letter letter = underway.remove(random.nextInt(underway.size()));
        Reply reply = letter.reply;
        if (reply == null) {
            post(new Letter(letter.batch, step(letter.batch)), reliably);
        } else if (reply instanceof LedgerReply.Applied applied) {
            if (letter.batch.equals(ledger.inFlight())) {
                suspected(applied.suspects());
            }
            freed(ledger.applied(letter.batch, applied, now));
            applied.refused().forEach(refusal -> stays(TestKeys.number(refusal.key())));
        } else if (reply instanceof LedgerReply.UnknownSession
                && letter.batch.session().equals(session)) {
            open();
        }
    }

    /// Opens a session, as after any silence; the master may give the same one back.
    void open() {
        SessionReply.Opened opened = (SessionReply.Opened) step(new OpenSession(NODE, boot, "a:1"));
        boolean same = opened.session().equals(session);
        session = opened.session();
        if (!same) {
            leaving.clear();
            phantoms.clear();
            leasedUntil.clear();
            ledger.sessionOpened();
        }
    }

    void restartMaster() {
        epoch++;
        master = new Catalogue(CatalogueSettings.defaults(), epoch, now);
    }

    /// The node's session ends under it, as when its place was taken by a higher boot of its own.
    void raiseBoot() {
        boot++;
        open();
    }

    /// Until nothing is dirty or in flight and every straggler has arrived; a heartbeat tells of a restarted master,
    /// and
    /// all that the master names is suspected.
    void settle() {
        if (!((AliveReply) step(new Heartbeat(NODE, session))).current()) {
            open();
        }
        report(0, SUSPECTS);
        for (int round = 0; !isQuiet(); round++) {
            if (round > 100_000) {
                throw new AssertionError("the ledger never comes to rest");
            }
            send(true);
            deliver(true);
        }
    }

    private boolean isQuiet() {
        AliveReply alive = (AliveReply) step(new Heartbeat(NODE, session));
        return ledger.dirtyCount() == 0 && ledger.inFlight() == null && underway.isEmpty() && !alive.suspected();
    }

    private Reply step(Command command) {
        Decision decision = master.decide(command, now);
        decision.events().forEach(master::apply);
        return decision.reply();
    }

    boolean masterHas(int number) {
        PrefixQuery query = new PrefixQuery(TestKeys.NAMESPACE, TestKeys.hashes(number, number + 1));
        return !((PrefixReply) step(query)).runs().isEmpty();
    }

    KeyState state(int number) {
        return ledger.state(TestKeys.key(number));
    }

    int registered() {
        return ledger.registeredCount();
    }

    int dirty() {
        return ledger.dirtyCount();
    }
}
