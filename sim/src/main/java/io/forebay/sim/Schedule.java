package io.forebay.sim;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The virtual clock and everything that is going to happen, in one order: by time, then by when it was planned. So
/// one seed gives one history.
final class Schedule {
    private static final int REMEMBERED = 50;

    private final PriorityQueue<Planned> planned =
            new PriorityQueue<>(Comparator.comparingLong(Planned::atNanos).thenComparingLong(Planned::order));
    private final StringBuilder history = new StringBuilder();
    private final ArrayDeque<String> last = new ArrayDeque<>();
    private long nowNanos;
    private long order;

    /// Something that will happen unless it is called off.
    record Planned(long atNanos, long order, String label, Runnable action) {}

    long nowNanos() {
        return nowNanos;
    }

    Planned after(long delayNanos, String label, Runnable action) {
        return at(nowNanos + Math.max(0, delayNanos), label, action);
    }

    Planned at(long atNanos, String label, Runnable action) {
        Planned event = new Planned(Math.max(nowNanos, atNanos), order++, label, action);
        planned.add(event);
        return event;
    }

    void callOff(Planned event) {
        planned.remove(event);
    }

    /// Lets the next thing happen.
    ///
    /// @return its label; null when nothing is planned before `untilNanos`
    @Nullable
    String step(long untilNanos) {
        Planned next = planned.peek();
        if (next == null || next.atNanos > untilNanos) {
            nowNanos = Math.max(nowNanos, untilNanos);
            return null;
        }
        planned.remove();
        nowNanos = next.atNanos;
        note(next.label);
        next.action.run();
        return next.label;
    }

    /// Writes a line into the history.
    void note(String line) {
        String stamped = nowNanos + " " + line;
        history.append(stamped).append('\n');
        last.add(stamped);
        if (last.size() > REMEMBERED) {
            last.remove();
        }
    }

    /// All that happened, a line each: two runs of one seed must give the same text.
    String history() {
        return history.toString();
    }

    /// The last 50 lines, for a failure's message.
    String lastEvents() {
        return String.join("\n", last);
    }
}
