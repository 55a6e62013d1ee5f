package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.recorder.BlockChange;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The node's session with the master: opens it, keeps it alive, and carries the batches of its ledgers, one for each
/// tier, by turns and one in flight. Loop thread only.
///
/// ```
/// CLOSED ──opened──▶ OPEN ──unknown session, new epoch, batch out of order──▶ CLOSED ──back-off──▶ …
///    └──superseded──▶ ENDED
/// ```
/// A batch whose reply is lost is sent again as it was, also in a session that comes back; the master repeats its
/// reply. With a new session the ledger starts over: all that is resident is registered again. A heartbeat's reply that
/// says the node is hidden makes the next batch say that it has caught up; one that says that the master suspects
/// blocks of this node makes a batch go even if it is empty, since its reply names them.
final class MasterSession {
    private final NodeSettings settings;
    private final boolean hasDisk;
    private final Loop loop;
    private final MasterProtocol master;
    private final RegistrationLedger memory;
    private final RegistrationLedger disk;
    private final NodeCounters counters;
    private final Diary diary;
    private final Backoff openBackoff;
    private final Backoff ledgerBackoff;
    private Listener listener = Listener.NONE;
    private Supplier<Readings> readings = () -> Readings.NONE;
    private Consumer<AliveReply.Promotes> wanted = promotes -> {};
    private BooleanSupplier draining = () -> false;
    private BooleanSupplier bundling = () -> false;
    private @Nullable SessionId session;

    /// The session that the ledgers' batches are numbered in; outlives a connection that was lost.
    private @Nullable SessionId ledgerSession;

    private long masterEpoch;
    /// When the master last answered anything, or when the node was started.
    private long heardNanos;

    private boolean silent;
    private boolean ended;
    private long call;
    private boolean batchInCall;
    private Tier turn = Tier.MEMORY;

    /// Hears what the master concluded.
    interface Listener {
        Listener NONE = new Listener() {
            @Override
            public void applied(List<BlockKey> granted, LedgerReply.Applied reply) {}

            @Override
            public void appliedOnDisk(List<BlockKey> granted, LedgerReply.Applied reply) {}

            @Override
            public void promotedHeard(List<Promoted> promoted) {}

            @Override
            public void newSession() {}

            @Override
            public void superseded(SessionReply.Superseded by) {}

            @Override
            public void masterSilent(long nanos) {}

            @Override
            public void masterHeard() {}
        };

        /// A batch about memory has been applied, before the next is made, and these of its retirements are granted.
        void applied(List<BlockKey> granted, LedgerReply.Applied reply);

        /// The same of a batch about the SSD.
        void appliedOnDisk(List<BlockKey> granted, LedgerReply.Applied reply);

        /// The master knows that these promotion tasks are done.
        void promotedHeard(List<Promoted> promoted);

        /// The master knows nothing of this node's blocks yet.
        void newSession();

        /// Another incarnation of this node has taken over.
        void superseded(SessionReply.Superseded by);

        /// The master has not answered for so long.
        void masterSilent(long nanos);

        /// It answers again.
        void masterHeard();
    }

    /// @param memory of what is in memory
    /// @param disk of what is on SSD
    MasterSession(NodeParts parts, RegistrationLedger memory, RegistrationLedger disk, Diary diary) {
        this.diary = diary;
        this.settings = parts.settings();
        this.hasDisk = parts.disk().isThere();
        this.loop = parts.loop();
        this.master = parts.master();
        this.memory = memory;
        this.disk = disk;
        this.counters = parts.counters();
        NodeSettings.Mastering rhythm = settings.master();
        this.openBackoff = new Backoff(rhythm.backoffMinNanos(), rhythm.backoffMaxNanos(), parts.random());
        this.ledgerBackoff = new Backoff(rhythm.backoffMinNanos(), rhythm.backoffMaxNanos(), parts.random());
    }

    /// What every heartbeat says of the node's room, and who hears what its answer says of promotions.
    void onHeartbeat(Supplier<Readings> source, Consumer<AliveReply.Promotes> hears) {
        this.readings = source;
        this.wanted = hears;
    }

    /// Whether every heartbeat says that the node is being taken out of service.
    void onDraining(BooleanSupplier source) {
        this.draining = source;
    }

    /// Whether what is left to say behind a batch is about to be said with more.
    void onReplied(BooleanSupplier source) {
        this.bundling = source;
    }

    void start(Listener to) {
        this.listener = to;
        heardNanos = loop.nanoTime();
        open();
        loop.after(settings.master().heartbeatNanos(), this::beat);
    }

    private void open() {
        if (ended) {
            return;
        }
        OpenSession request = new OpenSession(
                settings.node(), settings.boot(), settings.controlAddress(), settings.httpAddress(), hasDisk);
        master.openSession(request, settings.master().callNanos(), answer -> loop.post(() -> opened(answer)));
    }

    private void opened(Answer<SessionReply> answer) {
        if (ended) {
            return;
        }
        switch (answer) {
            case Answer.Ok<SessionReply>(SessionReply.Opened reply) -> begin(reply);
            case Answer.Ok<SessionReply>(SessionReply.Superseded reply) -> {
                ended = true;
                listener.superseded(reply);
            }
            case Answer.Refused<SessionReply> refused -> openAgain();
            case Answer.Failed<SessionReply> failed -> openAgain();
        }
    }

    private void openAgain() {
        loop.after(openBackoff.pauseNanos(), this::open);
    }

    private void begin(SessionReply.Opened reply) {
        openBackoff.reset();
        boolean same = reply.session().equals(ledgerSession);
        session = reply.session();
        masterEpoch = reply.masterEpoch();
        heard();
        call++;
        batchInCall = false;
        if (!same) {
            counters.masterSessions.increment();
            ledgerSession = reply.session();
            memory.sessionOpened();
            disk.sessionOpened();
            listener.newSession();
        }
        pump();
    }

    private void reopen() {
        if (session != null) {
            session = null;
            call++;
            batchInCall = false;
            openAgain();
        }
    }

    private void beat() {
        if (ended) {
            return;
        }
        loop.after(settings.master().heartbeatNanos(), this::beat);
        if (!silent && isSilent()) {
            silent = true;
            listener.masterSilent(loop.nanoTime() - heardNanos);
        }
        SessionId current = session;
        if (current == null) {
            return;
        }
        master.heartbeat(
                new Heartbeat(settings.node(), current, readings.get(), draining.getAsBoolean()),
                settings.master().callNanos(),
                answer -> loop.post(() -> beaten(current, answer)));
    }

    private void heard() {
        heardNanos = loop.nanoTime();
        if (silent) {
            silent = false;
            listener.masterHeard();
        }
    }

    private void beaten(SessionId asked, Answer<AliveReply> answer) {
        if (answer instanceof Answer.Ok<AliveReply>) {
            heard();
        }
        if (!asked.equals(session) || !(answer instanceof Answer.Ok<AliveReply>(AliveReply reply))) {
            return;
        }
        if (!reply.current() || reply.masterEpoch() != masterEpoch) {
            reopen();
            return;
        }
        wanted.accept(reply.promotes());
        if (reply.hiddenBy() != 0) {
            memory.hidden(reply.hiddenBy());
        }
        if (reply.suspected()) {
            memory.asked();
        }
        if (reply.hiddenBy() != 0 || reply.suspected()) {
            pump();
        }
    }

    /// Sends the ledgers' next batch, or the one whose reply was lost, unless one is on its way.
    void pump() {
        SessionId current = session;
        if (current == null || batchInCall) {
            return;
        }
        LedgerBatch batch = inFlight();
        if (batch == null) {
            batch = next(current);
        } else {
            counters.ledgerRepeats.increment();
        }
        if (batch == null) {
            return;
        }
        batchInCall = true;
        counters.ledgerBatches.increment();
        long thisCall = ++call;
        LedgerBatch sent = batch;
        Consumer<Answer<LedgerReply>> then = answer -> loop.post(() -> {
            if (thisCall == call) {
                replied(sent, answer);
            }
        });
        master.ledger(batch, settings.master().callNanos(), then);
    }

    private RegistrationLedger ledger(Tier tier) {
        return switch (tier) {
            case MEMORY -> memory;
            case LOCAL_DISK -> disk;
        };
    }

    private @Nullable LedgerBatch inFlight() {
        LedgerBatch batch = memory.inFlight();
        return batch == null ? disk.inFlight() : batch;
    }

    /// The ledger whose turn it is goes first, so that a long inventory of one does not keep the other waiting.
    private @Nullable LedgerBatch next(SessionId current) {
        Tier other = turn == Tier.MEMORY ? Tier.LOCAL_DISK : Tier.MEMORY;
        LedgerBatch batch = ledger(turn).next(settings.node(), current, loop.nanoTime());
        if (batch == null && (hasDisk || other == Tier.MEMORY)) {
            batch = ledger(other).next(settings.node(), current, loop.nanoTime());
        } else {
            turn = hasDisk ? other : turn;
        }
        return batch;
    }

    private void replied(LedgerBatch batch, Answer<LedgerReply> answer) {
        batchInCall = false;
        switch (answer) {
            case Answer.Ok<LedgerReply>(LedgerReply.Applied applied) -> {
                ledgerBackoff.reset();
                if (applied.number() == batch.number()) {
                    apply(batch, applied);
                }
                if (!bundling.getAsBoolean()) {
                    pump();
                }
            }
            case Answer.Ok<LedgerReply>(LedgerReply.UnknownSession unknown) -> reopen();
            case Answer.Ok<LedgerReply>(LedgerReply.OutOfOrder outOfOrder) -> reopen();
            case Answer.Refused<LedgerReply> refused -> pumpAgain();
            case Answer.Failed<LedgerReply> failed -> pumpAgain();
        }
    }

    private void apply(LedgerBatch batch, LedgerReply.Applied reply) {
        RegistrationLedger ledger = ledger(batch.tier());
        long backfilled = ledger.backfilledCount();
        List<BlockKey> granted = ledger.applied(reply, loop.nanoTime());
        counters.ledgerBackfilled.add(ledger.backfilledCount() - backfilled);
        counters.retirementsRefused.add(reply.refused().size());
        switch (batch.tier()) {
            case MEMORY -> {
                diary.blocks(BlockChange.REGISTERED, batch.register());
                diary.blocks(BlockChange.LEASED, keys(batch.leases()));
                diary.blocks(BlockChange.REFUSED, keys(reply.refused()));
                listener.promotedHeard(batch.promoted());
                listener.applied(granted, reply);
            }
            case LOCAL_DISK -> listener.appliedOnDisk(granted, reply);
        }
    }

    private static List<BlockKey> keys(List<RouterLease> leases) {
        return leases.stream().map(RouterLease::key).toList();
    }

    private void pumpAgain() {
        loop.after(ledgerBackoff.pauseNanos(), this::pump);
    }

    /// The session that the ledger's batches are numbered in; null without one.
    @Nullable
    SessionId id() {
        return session;
    }

    boolean isOpen() {
        return session != null;
    }

    /// True while the session is open and the master answers: not for longer than three heartbeats and one time-out
    /// of a call has it been silent.
    boolean isHeard() {
        return session != null && !isSilent();
    }

    private boolean isSilent() {
        NodeSettings.Mastering rhythm = settings.master();
        return loop.nanoTime() - heardNanos > 3 * rhythm.heartbeatNanos() + rhythm.callNanos();
    }

    /// The master's incarnation; 0 without a session.
    long masterEpoch() {
        return session == null ? 0 : masterEpoch;
    }

    /// Leaves: the node's replicas become invisible at once. `then` is called in any case, within the call's
    /// time-out.
    void close(Runnable then) {
        SessionId current = session;
        ended = true;
        session = null;
        call++;
        if (current == null) {
            then.run();
            return;
        }
        master.closeSession(
                new CloseSession(settings.node(), current), settings.master().callNanos(), answer -> loop.post(then));
    }
}
