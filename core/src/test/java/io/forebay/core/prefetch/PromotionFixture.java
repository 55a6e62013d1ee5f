package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Promotions over replicas that a test makes up, with a clock that it turns: what is decided is applied at once.
/// Owner 1 has the blocks 0 to 9 on SSD, and room for all of them.
final class PromotionFixture {
    static final long SECOND = 1_000_000_000L;
    static final long MILLI = 1_000_000L;
    static final SessionId OWNER = new SessionId(1);
    static final SessionId OTHER = new SessionId(2);
    static final BlockKey KEY = TestKeys.key(0);
    static final PrefetchTerms TERMS = PrefetchTerms.defaults().withEnabled(true);

    final FakeStock stock = new FakeStock();
    final Promotions promotions;
    long now;
    private long pulls;

    PromotionFixture(PrefetchTerms terms) {
        promotions = new Promotions(terms);
        stock.says(OWNER, 0, 1_000, 1_000);
        stock.says(OTHER, 0, 1_000, 1_000);
        TestKeys.keys(0, 10).forEach(key -> stock.disk.put(key, List.of(OWNER)));
    }

    PromotionFixture() {
        this(TERMS);
    }

    static PrefetchTerms limitedTo(int tasks) {
        return new PrefetchTerms(true, true, 0.95, tasks, 32, 10 * SECOND, 600 * SECOND);
    }

    List<PrefetchEvent> apply(List<PrefetchEvent> events) {
        events.forEach(promotions::apply);
        return events;
    }

    <R> R apply(Concluded<R> concluded) {
        apply(concluded.events());
        return concluded.answer();
    }

    /// Needed in a second.
    List<Triggered> trigger(String request, List<BlockKey> keys) {
        return apply(promotions.trigger(keys, request, SECOND, stock, now));
    }

    PrefetchStatus trigger(String request, int key) {
        return trigger(request, List.of(TestKeys.key(key))).getFirst().status();
    }

    Pull.Taken pull(TaskAttempt... held) {
        return (Pull.Taken) apply(promotions.pull(OWNER, ++pulls, Arrays.asList(held), 32, now));
    }

    void start(SessionId owner, TaskAttempt word) {
        apply(promotions.started(owner, List.of(word)));
    }

    void fail(SessionId owner, TaskAttempt word, PromotionFailure cause) {
        apply(promotions.failed(owner, List.of(new FailedPromotion(word, cause)), stock, now));
    }

    long complete(SessionId owner, TaskAttempt word) {
        return apply(promotions.completed(owner, word, KEY, now));
    }

    void cancel(String request) {
        apply(promotions.cancel(request));
    }

    List<PrefetchEvent> pass(long nanos) {
        now += nanos;
        return apply(promotions.passing(Set.of(), stock, now));
    }

    /// What has become of [#KEY], such as `QUEUED#1`, `failed candidate` or `none`.
    String fate() {
        List<String> words = new ArrayList<>();
        ends().forEach((end, count) ->
                words.add(end.name().toLowerCase(Locale.ROOT) + (count == 1 ? "" : " times " + count)));
        Task task = promotions.task(KEY);
        if (task != null) {
            words.add(task.state + "#" + task.attempt);
        }
        if (promotions.isCandidate(KEY)) {
            words.add("candidate");
        }
        return words.isEmpty() ? "none" : String.join(" ", words);
    }

    /// Of what was triggered.
    Map<TaskEnd, Long> ends() {
        Map<TaskEnd, Long> ends = promotions.stats().ended().getOrDefault(PromotionSource.PREFETCH, Map.of());
        return new TreeMap<>(ends);
    }
}
