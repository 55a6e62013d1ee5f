package io.forebay.gateway.resp;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The commands that put values in and get them out. Gateway thread only.
final class ValueCommands {
    private ValueCommands() {}

    static List<Command> all() {
        return List.of(
                Command.valued("SET", 3, 8, 2, ValueCommands::set),
                Command.valued("SETNX", 3, 3, 2, ValueCommands::setIfAbsent),
                Command.valued("SETEX", 4, 4, 3, (session, request) -> setUntil(session, request, "EX")),
                Command.valued("PSETEX", 4, 4, 3, (session, request) -> setUntil(session, request, "PX")),
                new Command("MSET", 3, Command.ANY, index -> index > 0 && index % 2 == 0, ValueCommands::setMany),
                Command.of("GET", 2, 2, ValueCommands::get),
                Command.of("MGET", 2, Command.ANY, ValueCommands::getMany),
                Command.of("GETRANGE", 4, 4, ValueCommands::getRange),
                Command.of("STRLEN", 2, 2, ValueCommands::length));
    }

    private static void set(Session session, Request request) {
        SetTerms terms = SetTerms.of(request, 3, session.store().nowMillis());
        if (!terms.error().isEmpty()) {
            session.replies().error(terms.error());
            return;
        }
        Key key = request.key(1);
        if (!terms.asksOld()) {
            boolean done = put(session, key, request.takeValue(), terms);
            if (done) {
                session.replies().ok();
            } else {
                session.replies().nil();
            }
            return;
        }
        Incoming value = request.takeValue();
        session.value(session.store().find(key), old -> {
            put(session, key, value, terms);
            session.replies().value(old);
        });
    }

    /// @return whether the terms allowed it
    private static boolean put(Session session, Key key, Incoming value, SetTerms terms) {
        Entry before = session.store().find(key);
        if (before == null ? terms.ifPresent() : terms.ifAbsent()) {
            value.drop();
            return false;
        }
        long ends = terms.keepsEnd() && before != null ? before.endsAtMillis : terms.endsAtMillis();
        session.store().set(key, value, ends);
        return true;
    }

    private static void setIfAbsent(Session session, Request request) {
        SetTerms terms = new SetTerms(Entry.NO_END, false, true, false, false, "");
        session.replies().integer(put(session, request.key(1), request.takeValue(), terms) ? 1 : 0);
    }

    private static void setUntil(Session session, Request request, String unit) {
        OptionalLong number = Numbers.of(request.argument(2));
        OptionalLong end = number.isEmpty()
                ? number
                : SetTerms.end(unit, number.getAsLong(), session.store().nowMillis());
        if (end.isEmpty()) {
            session.replies().error(number.isEmpty() ? Numbers.NONE : "ERR invalid expire time");
            return;
        }
        session.store().set(request.key(1), request.takeValue(), end.getAsLong());
        session.replies().ok();
    }

    private static void setMany(Session session, Request request) {
        if (request.size() % 2 == 0) {
            session.replies().error("ERR wrong number of arguments for 'mset' command");
            return;
        }
        for (int i = 1; i < request.size(); i += 2) {
            session.store().set(request.key(i), request.takeValue(), Entry.NO_END);
        }
        session.replies().ok();
    }

    private static void get(Session session, Request request) {
        session.value(session.store().find(request.key(1)), value -> {
            session.outcome(value != null);
            session.replies().value(value);
        });
    }

    private static void getMany(Session session, Request request) {
        List<@Nullable Value> values = new ArrayList<>(request.size() - 1);
        gather(session, request, values);
    }

    /// Holds all values that there are, then replies: the reply says how many come before any of them is read.
    private static void gather(Session session, Request request, List<@Nullable Value> values) {
        while (values.size() < request.size() - 1) {
            Entry entry = session.store().find(request.key(values.size() + 1));
            if (entry != null && entry.value == null) {
                session.pause();
                session.store().value(entry, value -> {
                    values.add(value);
                    gather(session, request, values);
                });
                return;
            }
            values.add(entry == null || entry.value == null ? null : entry.value.hold());
        }
        session.replies().array(values.size());
        for (Value value : values) {
            session.replies().value(value);
            if (value != null) {
                session.store().room().letGo(value);
            }
        }
        if (session.isPaused()) {
            session.resume();
        }
    }

    private static void getRange(Session session, Request request) {
        OptionalLong first = Numbers.of(request.argument(2));
        OptionalLong last = Numbers.of(request.argument(3));
        if (first.isEmpty() || last.isEmpty()) {
            session.replies().error(Numbers.NONE);
            return;
        }
        session.value(session.store().find(request.key(1)), value -> {
            long length = value == null ? 0 : value.length();
            long from = Math.max(0, fromStart(first.getAsLong(), length));
            long end = Math.min(length, fromStart(last.getAsLong(), length) + 1);
            if (value == null || from >= end) {
                session.replies().bulk("");
            } else {
                session.replies().value(value, from, end - from);
            }
        });
    }

    /// A negative place counts from the end.
    private static long fromStart(long place, long length) {
        return place < 0 ? Math.max(-1, place + length) : Math.min(place, length);
    }

    private static void length(Session session, Request request) {
        Entry entry = session.store().find(request.key(1));
        if (entry == null || entry.length != DiskValues.UNKNOWN_LENGTH) {
            session.replies().integer(entry == null ? 0 : entry.length);
        } else {
            session.value(entry, value -> session.replies().integer(value == null ? 0 : value.length()));
        }
    }
}
