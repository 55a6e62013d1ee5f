package io.forebay.gateway.resp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The commands about keys and when their values end. Gateway thread only.
final class KeyCommands {
    private static final int STANDARD_COUNT = 10;
    private static final int MAX_COUNT = 10_000;
    private static final int MAX_PATTERN_BYTES = 1_024;
    private static final long MAX_REPLY_BYTES = 256 << 10;
    private static final int SECOND = 1_000;

    private KeyCommands() {}

    static List<Command> all() {
        return List.of(
                Command.of("EXISTS", 2, Command.ANY, KeyCommands::exists),
                Command.of("DEL", 2, Command.ANY, KeyCommands::delete),
                Command.of("UNLINK", 2, Command.ANY, KeyCommands::delete),
                Command.of("TYPE", 2, 2, KeyCommands::type),
                Command.of("TTL", 2, 2, (session, request) -> timeLeft(session, request, SECOND)),
                Command.of("PTTL", 2, 2, (session, request) -> timeLeft(session, request, 1)),
                Command.of("EXPIRE", 3, 3, (session, request) -> expire(session, request, SECOND)),
                Command.of("PEXPIRE", 3, 3, (session, request) -> expire(session, request, 1)),
                Command.of("PERSIST", 2, 2, KeyCommands::persist),
                Command.of("SCAN", 2, 8, KeyCommands::scan),
                Command.of(
                        "DBSIZE",
                        1,
                        1,
                        (session, request) ->
                                session.replies().integer(session.store().size())));
    }

    private static void exists(Session session, Request request) {
        int count = 0;
        for (int i = 1; i < request.size(); i++) {
            count += session.store().find(request.key(i)) == null ? 0 : 1;
        }
        session.replies().integer(count);
    }

    private static void delete(Session session, Request request) {
        int count = 0;
        for (int i = 1; i < request.size(); i++) {
            count += session.store().remove(request.key(i)) ? 1 : 0;
        }
        session.replies().integer(count);
    }

    private static void type(Session session, Request request) {
        session.replies().simple(session.store().find(request.key(1)) == null ? "none" : "string");
    }

    private static void timeLeft(Session session, Request request, int unitMillis) {
        Entry entry = session.store().find(request.key(1));
        if (entry == null) {
            session.replies().integer(-2);
        } else if (entry.endsAtMillis == Entry.NO_END) {
            session.replies().integer(-1);
        } else {
            long left = entry.endsAtMillis - session.store().nowMillis();
            session.replies().integer((left + unitMillis / 2) / unitMillis);
        }
    }

    private static void expire(Session session, Request request, int unitMillis) {
        OptionalLong number = Numbers.of(request.argument(2));
        if (number.isEmpty()) {
            session.replies().error(Numbers.NONE);
            return;
        }
        Entry entry = session.store().find(request.key(1));
        if (entry == null) {
            session.replies().integer(0);
            return;
        }
        OptionalLong end = SetTerms.end(
                unitMillis == SECOND ? "EX" : "PX",
                number.getAsLong(),
                session.store().nowMillis());
        if (end.isPresent()) {
            session.store().end(entry, end.getAsLong());
        } else if (number.getAsLong() <= 0) {
            session.store().remove(entry.key);
        } else {
            session.replies().error("ERR invalid expire time");
            return;
        }
        session.replies().integer(1);
    }

    private static void persist(Session session, Request request) {
        Entry entry = session.store().find(request.key(1));
        boolean had = entry != null && entry.endsAtMillis != Entry.NO_END;
        if (entry != null) {
            session.store().end(entry, Entry.NO_END);
        }
        session.replies().integer(had ? 1 : 0);
    }

    /// What a SCAN asks for.
    private record ScanTerms(Glob pattern, int count, boolean strings, String error) {
        static ScanTerms of(Request request) {
            Glob pattern = new Glob(new byte[] {'*'});
            int count = STANDARD_COUNT;
            boolean strings = true;
            for (int i = 2; i < request.size(); i += 2) {
                byte[] argument = i + 1 < request.size() ? request.argument(i + 1) : new byte[0];
                OptionalLong number = Numbers.of(argument);
                switch (request.word(i)) {
                    case "MATCH" -> pattern = new Glob(argument);
                    case "COUNT" -> count = Math.clamp(number.orElse(0), 0, MAX_COUNT);
                    case "TYPE" -> strings = Arrays.equals(argument, new byte[] {'s', 't', 'r', 'i', 'n', 'g'});
                    default -> count = 0;
                }
                if (count == 0 || argument.length == 0 || argument.length > MAX_PATTERN_BYTES) {
                    return new ScanTerms(pattern, 0, false, "ERR syntax error");
                }
            }
            return new ScanTerms(pattern, count, strings, "");
        }
    }

    /// The cursor is the number of the last key that was looked at: a key that is there all the time is found, however
    /// many come and go.
    private static void scan(Session session, Request request) {
        OptionalLong cursor = Numbers.of(request.argument(1));
        ScanTerms terms = ScanTerms.of(request);
        if (cursor.isEmpty() || cursor.getAsLong() < 0 || !terms.error().isEmpty()) {
            session.replies().error(cursor.isEmpty() ? "ERR invalid cursor" : "ERR syntax error");
            return;
        }
        List<byte[]> found = new ArrayList<>();
        long last = 0;
        int seen = 0;
        long bytes = 0;
        boolean more = false;
        for (Map.Entry<Long, Entry> each :
                session.store().after(cursor.getAsLong()).entrySet()) {
            more = seen++ == terms.count() || bytes > MAX_REPLY_BYTES;
            if (more) {
                break;
            }
            last = each.getKey();
            Entry entry = each.getValue();
            if (terms.strings()
                    && session.store().isThere(entry)
                    && terms.pattern().matches(entry.key.bytes())) {
                found.add(entry.key.bytes());
                bytes += entry.key.bytes().length;
            }
        }
        session.replies().array(2);
        session.replies().bulk(Long.toString(more ? last : 0));
        session.replies().texts(found);
    }
}
