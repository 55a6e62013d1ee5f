package io.forebay.sim;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// The control network: each message takes its own time, so that messages overtake each other; some are lost, some
/// arrive twice, and a cut line loses all.
final class SimNetwork {
    private final Schedule schedule;
    private final Chance chance;
    private final Set<String> cut = new HashSet<>();
    private boolean healthy;

    SimNetwork(Schedule schedule, Chance chance) {
        this.schedule = schedule;
        this.chance = chance;
    }

    /// A request that somebody at the other end carries out.
    interface Request<T> {
        /// Runs at the receiver; `reply` sends its answer back.
        void arrive(Consumer<Answer<T>> reply);
    }

    /// Sends a request from `from` to `to`; `then` hears exactly one answer, at the latest after `timeoutNanos`.
    <T> void call(String from, String to, long timeoutNanos, Request<T> request, Consumer<Answer<T>> then) {
        Once<T> once = new Once<>(then);
        String line = from + "→" + to;
        schedule.after(
                timeoutNanos, line + " time-out", () -> once.accept(Answer.failed(Remedy.RETRY, line + " timed out")));
        Runnable arrival = () -> request.arrive(answer -> send(to, from, () -> once.accept(answer)));
        send(from, to, arrival);
        if (!healthy && chance.in(0.02)) {
            send(from, to, arrival);
        }
    }

    private void send(String from, String to, Runnable arrival) {
        if (isCut(from, to) || (!healthy && chance.in(0.02))) {
            schedule.note(from + "→" + to + " lost");
            return;
        }
        long longest = !healthy && chance.in(0.05) ? 1_500_000_000L : 5_000_000L;
        schedule.after(chance.delayNanos(20_000, longest), from + "→" + to, () -> {
            if (!isCut(from, to)) {
                arrival.run();
            }
        });
    }

    private boolean isCut(String from, String to) {
        return cut.contains(from) || cut.contains(to);
    }

    /// Nothing reaches or leaves this place.
    void cut(String place) {
        cut.add(place);
    }

    void mend(String place) {
        cut.remove(place);
    }

    /// From now on every message arrives once, soon.
    void heal() {
        healthy = true;
        cut.clear();
    }

    boolean isHealthy() {
        return healthy;
    }

    private static final class Once<T> implements Consumer<Answer<T>> {
        private final Consumer<Answer<T>> then;
        private boolean answered;

        Once(Consumer<Answer<T>> then) {
            this.then = then;
        }

        @Override
        public void accept(Answer<T> answer) {
            if (!answered) {
                answered = true;
                then.accept(answer);
            }
        }
    }
}
