package io.forebay.gateway.events;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Journal;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.MasterShell;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.EventTerms;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.node.EventLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// A real catalogue on a loop of its own, with nodes that only register and retire. Any thread.
final class TestMaster implements EventProtocol, AutoCloseable {
    static final Namespace NAMESPACE = new Namespace("model", "", "f00d");
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final EventLoop loop = new EventLoop("test-master", 100, System::nanoTime, error -> {}).start();
    private final MasterShell shell;
    private final Map<String, SessionId> sessions = new HashMap<>();
    private final Map<String, Long> batches = new HashMap<>();

    TestMaster() {
        this(EventTerms.defaults());
    }

    TestMaster(EventTerms terms) {
        shell = new MasterShell(
                new Catalogue(CatalogueSettings.defaults(), 1_000, System.nanoTime()),
                Journal.NONE,
                System::nanoTime,
                100,
                terms);
    }

    static BlockHash hash(int number) {
        return BlockHash.of(new byte[] {(byte) (number >> 8), (byte) number});
    }

    private static List<BlockKey> keys(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> new BlockKey(NAMESPACE, hash(number)))
                .toList();
    }

    void open(String node) throws Exception {
        Answer<SessionReply> answer =
                ask(then -> shell.openSession(new OpenSession(new NodeId(node), 1, "here:1"), TIMEOUT_NANOS, then));
        batches.remove(node);
        sessions.put(node, ((SessionReply.Opened) ((Answer.Ok<SessionReply>) answer).value()).session());
    }

    void register(String node, int from, int to) throws Exception {
        batch(node, List.of(), keys(from, to));
    }

    void retire(String node, int from, int to) throws Exception {
        batch(node, keys(from, to), List.of());
    }

    private void batch(String node, List<BlockKey> retire, List<BlockKey> register) throws Exception {
        long number = batches.getOrDefault(node, 0L) + 1;
        batches.put(node, number);
        SessionId session = sessions.get(node);
        if (session == null) {
            throw new IllegalStateException(node + " is not open");
        }
        LedgerBatch batch = new LedgerBatch(
                new NodeId(node), session, number, 0, number == 1, List.of(), retire, register, List.of());
        this.<LedgerReply>ask(then -> shell.ledger(batch, TIMEOUT_NANOS, then));
    }

    void close(String node) throws Exception {
        SessionId session = sessions.remove(node);
        if (session != null) {
            this.<AliveReply>ask(
                    then -> shell.closeSession(new CloseSession(new NodeId(node), session), TIMEOUT_NANOS, then));
        }
    }

    private <T> Answer<T> ask(Consumer<Consumer<Answer<T>>> question) throws Exception {
        CompletableFuture<Answer<T>> answer = new CompletableFuture<>();
        loop.post(() -> {
            question.accept(answer::complete);
            shell.drain();
        });
        return answer.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void watchEvents(WatchEvents request, Consumer<Answer<SubscriptionId>> then) {
        loop.post(() -> shell.events().watchEvents(request, then));
    }

    @Override
    public void nextEvents(SubscriptionId subscription, Consumer<Answer<List<EventPart>>> then) {
        loop.post(() -> shell.events().nextEvents(subscription, then));
    }

    @Override
    public void endEvents(SubscriptionId subscription) {
        loop.post(() -> shell.events().endEvents(subscription));
    }

    /// Subscribers now.
    int subscribers() throws Exception {
        CompletableFuture<Integer> count = new CompletableFuture<>();
        loop.post(() -> count.complete(shell.eventFigures().subscribers()));
        return count.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        loop.close();
    }
}
