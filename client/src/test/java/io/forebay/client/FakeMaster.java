package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.session.NodeId;
import io.forebay.wire.EventFlow;
import io.forebay.wire.EventReceiver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A master that answers at once, by what the test says of it. A block's size is its place in the batch.
final class FakeMaster implements RouterConnection {
    enum Mood {
        ANSWERS,
        OFF,
        KNOWS_NO_PREFETCH,
        FAILS,
        SILENT
    }

    Mood mood = Mood.ANSWERS;
    boolean warming;
    boolean knowsBoth = true;
    int both;
    boolean closed;
    final Map<BlockHash, PrefetchStatus> statuses = new HashMap<>();
    final List<Prefetch> triggers = new ArrayList<>();
    final List<Lookup> lookups = new ArrayList<>();
    final List<Namespace> namespaces = new ArrayList<>(List.of(new Namespace("m", "t", "f")));
    final List<String> cancelled = new ArrayList<>();
    final FakeEvents events = new FakeEvents();
    long lastTimeoutNanos;

    private <R> void answer(long timeoutNanos, R reply, Consumer<Answer<R>> then) {
        lastTimeoutNanos = timeoutNanos;
        switch (mood) {
            case ANSWERS, OFF -> then.accept(Answer.ok(reply));
            case KNOWS_NO_PREFETCH -> then.accept(new Answer.Refused<>("rpc", "is not served"));
            case FAILS -> then.accept(Answer.failed(Remedy.RETRY, "nobody listens"));
            case SILENT -> {}
        }
    }

    @Override
    public void prefetch(Prefetch request, long timeoutNanos, Consumer<Answer<PrefetchReply>> then) {
        triggers.add(request);
        List<PrefetchAnswer> answers = request.hashes().stream()
                .map(hash -> new PrefetchAnswer(
                        statuses.getOrDefault(hash, PrefetchStatus.QUEUED), Optional.of(new NodeId("owner")), false))
                .toList();
        answer(
                timeoutNanos,
                mood == Mood.OFF
                        ? new PrefetchReply.Disabled(1)
                        : new PrefetchReply.Decided(1, warming && triggers.size() == 1, answers),
                then);
    }

    @Override
    public void cancelPrefetch(CancelPrefetch request, long timeoutNanos, Consumer<Answer<CancelReply>> then) {
        cancelled.add(request.requestId());
        answer(timeoutNanos, new CancelReply(1, 2, 3), then);
    }

    @Override
    public void lookup(Lookup request, long timeoutNanos, Consumer<Answer<LookupReply>> then) {
        lookups.add(request);
        List<LookupReply.BlockTiers> blocks = new ArrayList<>();
        for (int i = 0; i < request.hashes().size(); i++) {
            blocks.add(new LookupReply.BlockTiers(List.of(), i, false));
        }
        answer(timeoutNanos, new LookupReply(1, warming && lookups.size() == 1, blocks), then);
    }

    @Override
    public void lookupAndPrefetch(
            LookupAndPrefetch request, long timeoutNanos, Consumer<Answer<LookupAndPrefetchReply>> then) {
        if (!knowsBoth) {
            then.accept(new Answer.Refused<>("rpc", "is not served"));
            return;
        }
        both++;
        List<LookupReply> found = new ArrayList<>();
        lookup(
                new Lookup(request.trigger().namespace(), request.trigger().hashes()),
                timeoutNanos,
                answer -> found.add(((Answer.Ok<LookupReply>) answer).value()));
        prefetch(
                request.trigger(),
                timeoutNanos,
                answer -> then.accept(answer.map(reply -> new LookupAndPrefetchReply(found.getFirst(), reply))));
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        answer(timeoutNanos, new NamespacesReply(1, namespaces), then);
    }

    @Override
    public EventFlow watchEvents(WatchEvents request, EventReceiver receiver) {
        return events.watchEvents(request, receiver);
    }

    @Override
    public void close() {
        closed = true;
    }
}
