package io.forebay.bench.register;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Journal;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.MasterShell;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A master's catalogue and its shell on the caller's thread, without a wire, that nodes register blocks with. Every
/// command goes through the inbox, is decided and is applied as in a running master.
public final class FullMaster {
    private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final MasterShell shell = new MasterShell(
            new Catalogue(CatalogueSettings.defaults(), 1, System.nanoTime()), Journal.NONE, System::nanoTime, 16);
    private final Map<NodeId, SessionId> sessions = new HashMap<>();
    private final Map<NodeId, Long> numbers = new HashMap<>();

    /// Registers the keys for the node, in one batch.
    public void register(NodeId node, List<BlockKey> keys) {
        SessionId session = sessions.computeIfAbsent(node, this::open);
        long number = numbers.merge(node, 1L, Long::sum);
        Heard<LedgerReply> heard = new Heard<>();
        shell.ledger(new LedgerBatch(node, session, number, List.of(), keys), TIMEOUT_NANOS, heard::hear);
        shell.drain();
        if (!(heard.value() instanceof LedgerReply.Applied)) {
            throw new IllegalStateException("the batch was not applied: " + heard.value());
        }
    }

    /// Ends the node's session and lets the master reclaim, until nothing of it is left.
    ///
    /// @return ticks that it took
    public int remove(NodeId node) {
        SessionId session = sessions.remove(node);
        numbers.remove(node);
        if (session == null) {
            throw new IllegalStateException("a node that has a session is removed");
        }
        shell.closeSession(new CloseSession(node, session), TIMEOUT_NANOS, reply -> {});
        shell.drain();
        int ticks = 0;
        while (shell.stats().reclaimable() > 0) {
            shell.tick();
            shell.drain();
            ticks++;
        }
        return ticks;
    }

    /// Distinct blocks registered now.
    public long blocks() {
        return shell.stats().blocks();
    }

    private SessionId open(NodeId node) {
        Heard<SessionReply> heard = new Heard<>();
        shell.openSession(new OpenSession(node, 1, "127.0.0.1:1"), TIMEOUT_NANOS, heard::hear);
        shell.drain();
        if (heard.value() instanceof SessionReply.Opened opened) {
            return opened.session();
        }
        throw new IllegalStateException("no session: " + heard.value());
    }

    /// The reply that [MasterShell#drain] gave.
    private static final class Heard<T> {
        private @Nullable T value;

        void hear(Answer<T> answer) {
            if (answer instanceof Answer.Ok<T>(T reply)) {
                value = reply;
            }
        }

        @Nullable
        T value() {
            return value;
        }
    }
}
