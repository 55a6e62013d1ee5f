package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.wire.NotServed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The masters that may answer, asked one after the other within one deadline, the one that answered last first. Each
/// gets an equal part of what is left, so that a silent one leaves time for the others. Safe from any thread.
final class Masters implements AutoCloseable {
    /// A channel says itself what went wrong when its time is over.
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final List<RouterConnection> connections;
    private final LongSupplier nanoClock;
    private volatile int current;
    private volatile boolean closed;

    Masters(List<RouterConnection> connections, LongSupplier nanoClock) {
        this.connections = List.copyOf(connections);
        this.nanoClock = nanoClock;
    }

    /// One call to one master.
    ///
    /// @param <R> the reply
    @FunctionalInterface
    interface Call<R> {
        void to(RouterConnection master, long timeoutNanos, Consumer<Answer<R>> then);
    }

    /// The first answer of one that knows the call; else that none does, or what each of them failed with. Blocks until
    /// `deadlineNanos` at most, and [#SLACK_NANOS] for each that stays silent.
    <R> Answer<R> ask(Call<R> call, long deadlineNanos) {
        List<String> problems = new ArrayList<>();
        Optional<Answer<R>> notServed = Optional.empty();
        int first = current;
        for (int i = 0; i < connections.size() && !closed; i++) {
            int index = (first + i) % connections.size();
            long left = deadlineNanos - nanoClock.getAsLong();
            if (left <= 0) {
                problems.add("the time is over");
                break;
            }
            Answer<R> answer = askOne(call, connections.get(index), left / (connections.size() - i));
            if (NotServed.is(answer)) {
                notServed = Optional.of(answer);
            } else if (answer instanceof Answer.Failed<R>) {
                problems.add(answer.problem());
            } else {
                current = index;
                return answer;
            }
        }
        String all = closed ? "the client is closed" : String.join("; ", problems);
        return notServed.orElseGet(() -> Answer.failed(Remedy.RETRY, all));
    }

    private static <R> Answer<R> askOne(Call<R> call, RouterConnection master, long nanos) {
        Optional<Answer<R>> answer =
                PendingReply.await(then -> call.to(master, nanos, then), late -> {}, nanos + SLACK_NANOS);
        return answer.orElseGet(() -> Answer.failed(Remedy.RETRY, "no answer in time"));
    }

    @Override
    public void close() {
        closed = true;
        connections.forEach(RouterConnection::close);
    }
}
