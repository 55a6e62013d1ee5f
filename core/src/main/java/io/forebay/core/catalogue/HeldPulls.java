package io.forebay.core.catalogue;

import io.forebay.core.prefetch.Pull;
import io.forebay.core.prefetch.TaskId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/// Pulls whose answer is held back until there is work for their node, or until one of the tasks that it holds is over
/// and it has not said so itself.
/// One for each session: a later pull ends an earlier one. Confined to its [MasterShell].
final class HeldPulls {
    /// One pull.
    private record Held(MasterRequest<?> request, long number, Reply reply, Set<TaskId> has, long untilNanos) {}

    private final Map<SessionId, Held> bySession = new LinkedHashMap<>();
    private final Set<SessionId> due = new HashSet<>();

    /// Holds the request if it is a pull and there is nothing to say to it; one of the same session that was held ends
    /// with what it heard before.
    boolean hold(MasterRequest<?> request, Reply reply, long nowNanos, Replies replies) {
        if (!(request.command() instanceof PullPromotions pull)
                || !(reply instanceof PullReply.Heard heard)
                || !(heard.pull() instanceof Pull.Taken taken)) {
            return false;
        }
        Held before = bySession.get(pull.session());
        if (before != null && before.number() > pull.number()) {
            return false; // late; the master does not count the pulls of a node that never had a task
        }
        bySession.remove(pull.session());
        if (before != null) {
            replies.reply(before.request(), before.reply());
        }
        if (!taken.isEmpty() || pull.waitNanos() == 0) {
            return false;
        }
        Set<TaskId> has = new HashSet<>();
        pull.held().forEach(attempt -> has.add(attempt.task()));
        long until = nowNanos + Math.min(pull.waitNanos(), request.timeoutNanos());
        bySession.put(pull.session(), new Held(request, pull.number(), reply, has, until));
        return true;
    }

    /// A task is over.
    void ended(TaskId task) {
        bySession.forEach((session, held) -> {
            if (held.has().contains(task)) {
                due.add(session);
            }
        });
    }

    /// A session is over: its pull hears so.
    void ended(SessionId session) {
        if (bySession.containsKey(session)) {
            due.add(session);
        }
    }

    /// Those that are to be decided again now.
    ///
    /// @param hasWork whether a task waits for a session's node
    List<MasterRequest<?>> takeDue(long nowNanos, Predicate<SessionId> hasWork) {
        List<MasterRequest<?>> taken = new ArrayList<>();
        bySession.entrySet().removeIf(entry -> {
            Held held = entry.getValue();
            boolean over = held.untilNanos() - nowNanos <= 0
                    || due.contains(entry.getKey())
                    || (credit(held) > 0 && hasWork.test(entry.getKey()));
            if (over) {
                taken.add(held.request());
            }
            return over;
        });
        due.clear();
        return taken;
    }

    private static int credit(Held held) {
        return held.request().command() instanceof PullPromotions pull ? pull.credit() : 0;
    }

    /// Nothing is held any more.
    List<MasterRequest<?>> takeAll() {
        List<MasterRequest<?>> taken = new ArrayList<>();
        bySession.values().forEach(held -> taken.add(held.request()));
        bySession.clear();
        return taken;
    }

    /// When the next one's time is over; empty if nobody waits.
    OptionalLong nextNanos() {
        return bySession.values().stream().mapToLong(Held::untilNanos).min();
    }

    int count() {
        return bySession.size();
    }
}
