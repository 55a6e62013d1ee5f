package io.forebay.core.eviction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Made-up conversations for tests: every request is a session's, its last one and some blocks more; some sessions come
/// back a few times after a while, most never do.
final class Sessions {
    /// A request, and whether its session comes back.
    static final class Turn {
        private final long[] ids;
        private final boolean last;

        private Turn(long[] ids, boolean last) {
            this.ids = ids;
            this.last = last;
        }

        long[] ids() {
            return ids;
        }

        boolean last() {
            return last;
        }
    }

    private static final class Session {
        final List<Long> ids = new ArrayList<>(List.of(0L));
        int turns;
    }

    private final SplittableRandom random;
    private final List<List<Session>> due = new ArrayList<>();
    private long nextId = 1;

    private Sessions(long seed) {
        random = new SplittableRandom(seed);
    }

    /// @param gap requests after which a session comes back, at most
    static List<Turn> of(long seed, int requests, int gap) {
        Sessions sessions = new Sessions(seed);
        for (int i = 0; i <= requests + gap; i++) {
            sessions.due.add(new ArrayList<>());
        }
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            sessions.due.get(i).add(sessions.start());
            for (Session session : sessions.due.get(i)) {
                turns.add(sessions.turn(session, i, gap));
            }
        }
        return turns;
    }

    private Session start() {
        Session session = new Session();
        session.turns = random.nextInt(10) < 4 ? 2 + random.nextInt(6) : 1;
        return session;
    }

    private Turn turn(Session session, int now, int gap) {
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            session.ids.add(nextId++);
        }
        boolean last = --session.turns == 0;
        if (!last) {
            due.get(now + 1 + random.nextInt(gap)).add(session);
        }
        return new Turn(session.ids.stream().mapToLong(Long::longValue).toArray(), last);
    }
}
