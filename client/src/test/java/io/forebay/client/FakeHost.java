package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.EnginePrefetch;
import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The host that a client connects to: a [FakeNode] that can be killed, booted again and hung, and the
/// connections to it. Every call is written down by its name.
final class FakeHost implements EngineConnector, AutoCloseable {
    final List<String> calls = new ArrayList<>();
    private final Path directory;
    private final Layout layout;
    private final List<FakeNode> boots = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private final List<Runnable> heldAnswers = new ArrayList<>();
    private @Nullable FakeNode node;
    private @Nullable InvalidInput refusesRegistration;
    private @Nullable Supplier<QueryReply> queryAnswer;
    private String held = "";
    private String heldBefore = "";
    private boolean liesAboutNonce;

    FakeHost(Path directory, Layout layout) {
        this.directory = directory;
        this.layout = layout;
    }

    static FakeHost running(Path directory, Layout layout) throws IOException {
        FakeHost host = new FakeHost(directory, layout);
        host.boot();
        return host;
    }

    synchronized FakeNode boot() throws IOException {
        FakeNode fresh = new FakeNode(directory, layout, boots.size() + 1L);
        boots.add(fresh);
        node = fresh;
        return fresh;
    }

    synchronized FakeNode node() {
        if (node == null) {
            throw new IllegalStateException("the node is down");
        }
        return node;
    }

    /// The node dies: connections break, held answers become failures; its pool file stays as it was.
    void kill() {
        List<Connection> broken;
        synchronized (this) {
            node = null;
            broken = List.copyOf(connections);
            connections.clear();
        }
        broken.forEach(Connection::breakDown);
        answerHeld();
    }

    /// Answers to calls of this name are kept back until [#answerHeld].
    synchronized void hold(String call) {
        held = call;
    }

    /// Calls of this name don't reach the node until [#answerHeld].
    synchronized void holdBefore(String call) {
        heldBefore = call;
    }

    synchronized void lieAboutNonce(boolean lie) {
        liesAboutNonce = lie;
    }

    synchronized int openConnections() {
        return connections.size();
    }

    void answerHeld() {
        List<Runnable> due;
        synchronized (this) {
            due = List.copyOf(heldAnswers);
            heldAnswers.clear();
            held = "";
            heldBefore = "";
        }
        due.forEach(Runnable::run);
    }

    synchronized void refuseRegistration(@Nullable InvalidInput why) {
        refusesRegistration = why;
    }

    /// Every query is answered with this instead.
    synchronized void answerQueriesWith(@Nullable Supplier<QueryReply> answer) {
        queryAnswer = answer;
    }

    synchronized long count(String call) {
        return calls.stream().filter(call::equals).count();
    }

    @Override
    public synchronized EngineConnection connect(String address, Runnable lost) throws IOException {
        calls.add("connect");
        if (node == null) {
            throw new IOException("connection refused");
        }
        Connection connection = new Connection(lost);
        connections.add(connection);
        return connection;
    }

    @Override
    public void close() {
        boots.forEach(FakeNode::close);
    }

    private final class Connection implements EngineConnection, EngineProtocol {
        private final Runnable lost;
        private @Nullable Registration registration;
        private boolean closed;

        private Connection(Runnable lost) {
            this.lost = lost;
        }

        @Override
        public EngineProtocol protocol() {
            return this;
        }

        private void breakDown() {
            closed = true;
            lost.run();
        }

        @Override
        public void close() {
            synchronized (FakeHost.this) {
                connections.remove(this);
                Registration mine = registration;
                if (!closed && mine != null && node != null) {
                    node.deregister(mine.instance(), mine.rank());
                }
                closed = true;
            }
        }

        private <T> void call(
                String name, Consumer<Answer<T>> then, java.util.function.Function<FakeNode, Answer<T>> work) {
            Runnable deliver;
            synchronized (FakeHost.this) {
                if (name.equals(heldBefore)) {
                    heldAnswers.add(() -> call(name, then, work));
                    return;
                }
                calls.add(name);
                FakeNode there = node;
                Answer<T> answer = closed || there == null ? gone() : work.apply(there);
                deliver = () -> then.accept(closed ? gone() : answer);
                if (name.equals(held)) {
                    heldAnswers.add(deliver);
                    return;
                }
            }
            deliver.run();
        }

        private static <T> Answer<T> gone() {
            return Answer.failed(Remedy.RETRY, "the connection is closed");
        }

        @Override
        public void register(Registration request, Consumer<Answer<Registered>> then) {
            call("register", then, there -> {
                if (refusesRegistration != null) {
                    return Answer.refused(refusesRegistration);
                }
                registration = request;
                return there.register(request).map(this::perhapsALie);
            });
        }

        private Registered perhapsALie(Registered truth) {
            long nonce = truth.poolNonce() + (liesAboutNonce ? 1 : 0);
            return new Registered(truth.namespace(), truth.poolPath(), nonce, truth.lockPath(), truth.node());
        }

        @Override
        public void deregister(InstanceId instance, int rank) {
            call("deregister", (Answer<Boolean> answer) -> {}, there -> Answer.ok(there.deregister(instance, rank)));
        }

        @Override
        public void reserve(Reserve request, Consumer<Answer<List<Reservation>>> then) {
            call("reserve", then, there -> there.reserve(request));
        }

        @Override
        public void seal(Seal request, Consumer<Answer<List<SealOutcome>>> then) {
            call("seal", then, there -> there.seal(request));
        }

        @Override
        public void abort(Abort request, Consumer<Answer<List<SealOutcome>>> then) {
            call("abort", then, there -> there.abort(request));
        }

        @Override
        public void query(Query request, Consumer<Answer<QueryReply>> then) {
            Supplier<QueryReply> prepared = queryAnswer;
            call("query", then, there -> prepared != null ? Answer.ok(prepared.get()) : there.query(request));
        }

        @Override
        public void prefixLength(PrefixLength request, Consumer<Answer<PrefixLengths>> then) {
            call("prefixLength", then, there -> there.prefixLength(request));
        }

        @Override
        public void prefetch(EnginePrefetch request, Consumer<Answer<PrefetchReply>> then) {
            call("prefetch", then, there -> there.prefetch(request));
        }

        @Override
        public void release(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
            call("release", then, there -> there.release(instance, lease));
        }

        @Override
        public void renew(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
            call("renew", then, there -> there.renew(instance, lease));
        }

        @Override
        public void marker(InstanceId instance, Consumer<Answer<Long>> then) {
            call("marker", then, there -> there.marker(instance));
        }

        @Override
        public void awaitHandoff(AwaitHandoff request, Consumer<Answer<HandoffReport>> then) {
            call("awaitHandoff", then, there -> there.awaitHandoff(request));
        }
    }
}
