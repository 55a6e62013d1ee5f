package io.forebay.wire;

import io.forebay.core.answer.Answer;
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
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// A node's engine side, scripted.
final class FakeEngine implements EngineProtocol, AutoCloseable {
    record Use(InstanceId instance, LeaseId lease) {}

    private final ExecutorService thread = DaemonThreads.pool("fake-engine", 1);
    final Script<Registration, Registered> register = new Script<>(thread);
    final Script<Reserve, List<Reservation>> reserve = new Script<>(thread);
    final Script<Seal, List<SealOutcome>> seal = new Script<>(thread);
    final Script<Abort, List<SealOutcome>> abort = new Script<>(thread);
    final Script<Query, QueryReply> query = new Script<>(thread);
    final Script<PrefixLength, PrefixLengths> prefixLength = new Script<>(thread);
    final Script<EnginePrefetch, PrefetchReply> prefetch = new Script<>(thread);
    final Script<Use, LeaseOutcome> release = new Script<>(thread);
    final Script<Use, LeaseOutcome> renew = new Script<>(thread);
    final Script<InstanceId, Long> marker = new Script<>(thread);
    final Script<AwaitHandoff, HandoffReport> awaitHandoff = new Script<>(thread);

    /// `register NAME RANK` and `deregister NAME RANK`, in the order in which they came.
    final BlockingQueue<String> log = new LinkedBlockingQueue<>();

    @Override
    public void register(Registration request, Consumer<Answer<Registered>> then) {
        log.add("register " + request.instance() + " " + request.rank());
        register.ask(request, then);
    }

    @Override
    public void deregister(InstanceId instance, int rank) {
        log.add("deregister " + instance + " " + rank);
    }

    @Override
    public void reserve(Reserve request, Consumer<Answer<List<Reservation>>> then) {
        reserve.ask(request, then);
    }

    @Override
    public void seal(Seal request, Consumer<Answer<List<SealOutcome>>> then) {
        seal.ask(request, then);
    }

    @Override
    public void abort(Abort request, Consumer<Answer<List<SealOutcome>>> then) {
        abort.ask(request, then);
    }

    @Override
    public void query(Query request, Consumer<Answer<QueryReply>> then) {
        query.ask(request, then);
    }

    @Override
    public void prefixLength(PrefixLength request, Consumer<Answer<PrefixLengths>> then) {
        prefixLength.ask(request, then);
    }

    @Override
    public void prefetch(EnginePrefetch request, Consumer<Answer<PrefetchReply>> then) {
        prefetch.ask(request, then);
    }

    @Override
    public void release(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
        release.ask(new Use(instance, lease), then);
    }

    @Override
    public void renew(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
        renew.ask(new Use(instance, lease), then);
    }

    @Override
    public void marker(InstanceId instance, Consumer<Answer<Long>> then) {
        marker.ask(instance, then);
    }

    @Override
    public void awaitHandoff(AwaitHandoff request, Consumer<Answer<HandoffReport>> then) {
        awaitHandoff.ask(request, then);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
