package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.events.WatchEvents;
import io.forebay.wire.NotServed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// A router's door to the masters: where blocks are, and that they are to be in memory before a request reads them.
///
/// - More than [Prefetch#MAX_HASHES] hashes go in several batches, one behind the other; their answers are joined in
///   order. Where one batch fails the whole call has failed; to repeat it is harmless.
/// - A master that does not answer is passed over for the next; a call that none answers is [Answer.Failed].
/// - A block that was throttled is not asked for again for a moment ([Throttles]); a request that wants it then is no
///   interest of its own at the master.
/// - Behind *switched off* or *not supported* no trigger is sent for [RouterOptions#offFor].
///
/// Every call is over within the options' `callTimeout`, and 100 ms for each master that stays silent. Bad input is an
/// [io.forebay.core.answer.InvalidInput] and has changed nothing. Safe from any thread; a call blocks its own only.
public final class RouterClient implements AutoCloseable {
    private final RouterOptions options;
    private final RouterConnector connector;
    private final Masters masters;
    private final LongSupplier nanoClock;
    private final Set<EventSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private final Throttles throttles = new Throttles();
    private volatile Optional<OffUntil> off = Optional.empty();
    /// Until when no master is asked both at once, for none knows how.
    private volatile Optional<Long> apartUntil = Optional.empty();

    private record OffUntil(TriggerReport.Off report, long nanos) {}

    private RouterClient(RouterOptions options, RouterConnector connector, Masters masters, LongSupplier nanoClock) {
        this.options = options;
        this.connector = connector;
        this.masters = masters;
        this.nanoClock = nanoClock;
    }

    /// A client that reaches the masters over gRPC. Does not connect yet.
    public static RouterClient open(RouterOptions options) {
        return open(options, WireRouterConnection::connect, System::nanoTime);
    }

    /// A client over connections, its own from now on, and a clock of the caller's.
    public static RouterClient open(RouterOptions options, RouterConnector connector, LongSupplier nanoClock) {
        List<RouterConnection> made = connect(options, connector);
        return new RouterClient(options, connector, new Masters(made, nanoClock), nanoClock);
    }

    private static List<RouterConnection> connect(RouterOptions options, RouterConnector connector) {
        List<RouterConnection> made = new ArrayList<>();
        try {
            options.masters().forEach(address -> made.add(connector.connect(address)));
        } catch (RuntimeException refused) {
            made.forEach(RouterConnection::close);
            throw refused;
        }
        return made;
    }

    /// Where each of these blocks is, in their order. No side effect.
    public Answer<LookupReply> lookup(Namespace namespace, List<BlockHash> hashes) {
        long deadline = deadline();
        LookupReply joined = new LookupReply(0, false, List.of());
        for (List<BlockHash> batch : batches(hashes)) {
            Lookup lookup = new Lookup(namespace, batch);
            Answer<LookupReply> answer =
                    masters.ask((master, nanos, then) -> master.lookup(lookup, nanos, then), deadline);
            if (!(answer instanceof Answer.Ok<LookupReply>(LookupReply reply))) {
                return answer;
            }
            joined = joined(joined, reply);
        }
        return Answer.ok(joined);
    }

    private static LookupReply joined(LookupReply before, LookupReply next) {
        List<BlockTiers> blocks = new ArrayList<>(before.blocks());
        blocks.addAll(next.blocks());
        return new LookupReply(next.masterEpoch(), before.warming() || next.warming(), blocks);
    }

    /// A request will read these blocks in so long.
    ///
    /// @param requestId so that [#cancel] can take it back; empty for one that never will be
    public Answer<TriggerReport> prefetch(
            Namespace namespace, List<BlockHash> hashes, String requestId, Duration needIn) {
        long start = nanoClock.getAsLong();
        long needInNanos = TimeUnit.NANOSECONDS.convert(needIn);
        new Prefetch(namespace, List.of(), requestId, needInNanos);
        Optional<OffUntil> before = off;
        if (before.isPresent() && before.get().nanos() - start > 0) {
            return Answer.ok(before.get().report());
        }
        Map<Integer, PrefetchAnswer> answers = new TreeMap<>();
        List<Integer> asked = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            Optional<PrefetchAnswer> held = throttles.heldBack(new BlockKey(namespace, hashes.get(i)), start);
            if (held.isPresent()) {
                answers.put(i, held.get());
            } else {
                asked.add(i);
            }
        }
        return new Trigger(namespace, hashes, requestId, needInNanos, answers).ask(asked);
    }

    /// Both in one step of the master: where these blocks are, and that a request will read them. Where
    /// triggers are off it is a lookup alone. Two calls are made, each with a time-out of its own, where a
    /// master does not know the one, where triggers are off, and where a block was throttled a moment ago.
    public Answer<TriggeredLookup> lookupAndPrefetch(
            Namespace namespace, List<BlockHash> hashes, String requestId, Duration needIn) {
        long start = nanoClock.getAsLong();
        Prefetch all = new Prefetch(namespace, List.of(), requestId, TimeUnit.NANOSECONDS.convert(needIn));
        boolean apart = off.filter(each -> each.nanos() - start > 0).isPresent()
                || apartUntil.filter(until -> until - start > 0).isPresent()
                || hashes.stream()
                        .anyMatch(hash -> throttles
                                .heldBack(new BlockKey(namespace, hash), start)
                                .isPresent());
        Optional<Answer<TriggeredLookup>> together = apart ? Optional.empty() : together(all, hashes);
        return together.orElseGet(() -> switch (lookup(namespace, hashes)) {
            case Answer.Ok<LookupReply>(LookupReply before) ->
                prefetch(namespace, hashes, requestId, needIn).map(report -> new TriggeredLookup(before, report));
            case Answer.Refused<LookupReply> refused -> new Answer.Refused<>(refused.field(), refused.message());
            case Answer.Failed<LookupReply> failed -> new Answer.Failed<>(failed.failure());
        });
    }

    /// Empty where it has to be two calls.
    private Optional<Answer<TriggeredLookup>> together(Prefetch all, List<BlockHash> hashes) {
        long deadline = deadline();
        LookupReply before = new LookupReply(0, false, List.of());
        List<PrefetchAnswer> answers = new ArrayList<>();
        for (List<BlockHash> batch : batches(hashes)) {
            Prefetch trigger = new Prefetch(all.namespace(), batch, all.requestId(), all.needInNanos());
            switch (askBoth(trigger, deadline)) {
                case Answer.Ok<LookupAndPrefetchReply>(
                        LookupAndPrefetchReply(LookupReply found, PrefetchReply.Decided decided)) -> {
                    before = joined(before, found);
                    heard(trigger, decided);
                    answers.addAll(decided.answers());
                }
                case Answer.Ok<LookupAndPrefetchReply> _ -> {
                    turnedOff(true);
                    return Optional.empty();
                }
                case Answer.Refused<LookupAndPrefetchReply>(String field, String message) -> {
                    if (field.equals(NotServed.FIELD)) {
                        long now = nanoClock.getAsLong();
                        apartUntil = Optional.of(now + options.offFor().toNanos());
                        return Optional.empty();
                    }
                    return Optional.of(new Answer.Refused<>(field, message));
                }
                case Answer.Failed<LookupAndPrefetchReply>(Failure failure) -> {
                    return Optional.of(new Answer.Failed<>(failure));
                }
            }
        }
        return Optional.of(
                Answer.ok(new TriggeredLookup(before, new TriggerReport.Decided(before.warming(), answers))));
    }

    private Answer<LookupAndPrefetchReply> askBoth(Prefetch trigger, long deadline) {
        LookupAndPrefetch request = new LookupAndPrefetch(trigger);
        return masters.ask((master, nanos, then) -> master.lookupAndPrefetch(request, nanos, then), deadline);
    }

    private void heard(Prefetch trigger, PrefetchReply.Decided decided) {
        long now = nanoClock.getAsLong();
        for (int i = 0; i < decided.answers().size(); i++) {
            BlockKey key = new BlockKey(trigger.namespace(), trigger.hashes().get(i));
            throttles.heard(key, decided.answers().get(i), now);
        }
    }

    private TriggerReport turnedOff(boolean supported) {
        TriggerReport.Off report = new TriggerReport.Off(supported);
        off = Optional.of(
                new OffUntil(report, nanoClock.getAsLong() + options.offFor().toNanos()));
        return report;
    }

    /// A request will not come after all: what only it wanted is not brought to memory any more.
    public Answer<CancelReply> cancel(String requestId) {
        CancelPrefetch cancel = new CancelPrefetch(requestId);
        return masters.ask((master, nanos, then) -> master.cancelPrefetch(cancel, nanos, then), deadline());
    }

    /// The namespaces that have blocks of this model.
    public Answer<List<Namespace>> namespaces(String model) {
        ListNamespaces query = new ListNamespaces(model);
        Answer<NamespacesReply> answer =
                masters.ask((master, nanos, then) -> master.listNamespaces(query, nanos, then), deadline());
        return answer.map(NamespacesReply::namespaces);
    }

    /// Listens to what happens to replicas, until the subscription is closed or this client is. It connects
    /// by itself, again and again, over connections and on a thread of its own: a listener that takes its
    /// time delays no call.
    public EventSubscription events(WatchEvents request, EventListener listener) {
        subscriptions.removeIf(EventSubscription::isClosed);
        EventSubscription subscription = new EventSubscription(
                connect(options, connector), options, request, listener, Surroundings.real("forebay-events"));
        subscriptions.add(subscription);
        return subscription;
    }

    private long deadline() {
        return nanoClock.getAsLong() + options.callTimeout().toNanos();
    }

    private static <T> List<List<T>> batches(List<T> all) {
        List<List<T>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += Prefetch.MAX_HASHES) {
            batches.add(all.subList(from, Math.min(all.size(), from + Prefetch.MAX_HASHES)));
        }
        return batches;
    }

    /// Fails what is in flight and everything later.
    @Override
    public void close() {
        subscriptions.forEach(EventSubscription::close);
        masters.close();
    }

    /// One trigger on its way.
    private final class Trigger {
        private final Namespace namespace;
        private final List<BlockHash> hashes;
        private final String requestId;
        private final long needInNanos;
        private final Map<Integer, PrefetchAnswer> answers;

        /// @param answers known without asking, by index
        Trigger(
                Namespace namespace,
                List<BlockHash> hashes,
                String requestId,
                long needInNanos,
                Map<Integer, PrefetchAnswer> answers) {
            this.namespace = namespace;
            this.hashes = hashes;
            this.requestId = requestId;
            this.needInNanos = needInNanos;
            this.answers = answers;
        }

        Answer<TriggerReport> ask(List<Integer> asked) {
            long deadline = deadline();
            boolean warming = false;
            for (List<Integer> batch : batches(asked)) {
                Prefetch request =
                        new Prefetch(namespace, batch.stream().map(hashes::get).toList(), requestId, needInNanos);
                Answer<PrefetchReply> answer =
                        masters.ask((master, nanos, then) -> master.prefetch(request, nanos, then), deadline);
                switch (answer) {
                    case Answer.Ok<PrefetchReply>(PrefetchReply.Decided decided) -> {
                        warming |= decided.warming();
                        heard(request, decided);
                        for (int i = 0; i < batch.size(); i++) {
                            answers.put(batch.get(i), decided.answers().get(i));
                        }
                    }
                    case Answer.Ok<PrefetchReply>(PrefetchReply.Disabled _) -> {
                        return Answer.ok(turnedOff(true));
                    }
                    case Answer.Refused<PrefetchReply>(String field, String message) -> {
                        return NotServed.is(answer)
                                ? Answer.ok(turnedOff(false))
                                : new Answer.Refused<>(field, message);
                    }
                    case Answer.Failed<PrefetchReply>(Failure failure) -> {
                        return new Answer.Failed<>(failure);
                    }
                }
            }
            return Answer.ok(new TriggerReport.Decided(warming, List.copyOf(answers.values())));
        }
    }
}
