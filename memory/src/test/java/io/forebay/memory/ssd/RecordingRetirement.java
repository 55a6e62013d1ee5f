package io.forebay.memory.ssd;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.terms.Retirement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Grants what a test lets go, and remembers what it was told.
final class RecordingRetirement implements Retirement {
    private final List<String> gone = new CopyOnWriteArrayList<>();
    final List<BlockKey> proposed = new CopyOnWriteArrayList<>();
    final List<BlockKey> granted = new CopyOnWriteArrayList<>();
    final List<BlockKey> stay = new CopyOnWriteArrayList<>();
    /// What was proposed while nothing was answered.
    final List<Runnable> unanswered = new CopyOnWriteArrayList<>();

    volatile Predicate<BlockKey> grants = key -> true;
    volatile boolean answers = true;

    @Override
    public void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
        proposed.addAll(keys);
        if (answers) {
            answer(keys, answer);
        } else {
            unanswered.add(() -> answer(keys, answer));
        }
    }

    private void answer(List<BlockKey> keys, Consumer<Map<BlockKey, Verdict>> answer) {
        Map<BlockKey, Verdict> verdicts = new HashMap<>();
        keys.forEach(key -> verdicts.put(key, grants.test(key) ? Verdict.GRANTED : Verdict.REFUSED));
        keys.stream().filter(grants).forEach(granted::add);
        answer.accept(verdicts);
    }

    @Override
    public void stay(List<BlockKey> keys) {
        stay.addAll(keys);
    }

    @Override
    public void gone(List<BlockKey> keys, Departure departure) {
        gone.add(departure + " " + keys.stream().map(TestBlock::number).sorted().toList());
    }

    List<String> gone() {
        return new ArrayList<>(gone);
    }
}
