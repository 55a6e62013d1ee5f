package io.forebay.gateway.resp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/// The commands about the connection itself. Gateway thread only.
final class ConnectionCommands {
    private static final String WRONG_PASSWORD = "WRONGPASS invalid username-password pair or user is disabled.";

    private ConnectionCommands() {}

    static List<Command> all() {
        return List.of(
                Command.of("HELLO", 1, 7, ConnectionCommands::hello),
                Command.of("AUTH", 2, 3, ConnectionCommands::auth),
                Command.of("CLIENT", 2, 4, ConnectionCommands::client),
                Command.of("PING", 1, 2, ConnectionCommands::ping),
                Command.of("ECHO", 2, 2, (session, request) -> session.replies().bulk(request.argument(1))),
                Command.of("SELECT", 2, 2, ConnectionCommands::select),
                Command.of("QUIT", 1, Command.ANY, (session, request) -> {
                    session.replies().ok();
                    session.quit();
                }));
    }

    /// Whether a command may be given before the password.
    static boolean isOpen(Command command) {
        return switch (command.name()) {
            case "HELLO", "AUTH", "QUIT" -> true;
            default -> false;
        };
    }

    private static void ping(Session session, Request request) {
        if (request.size() == 2) {
            session.replies().bulk(request.argument(1));
        } else {
            session.replies().simple("PONG");
        }
    }

    private static void select(Session session, Request request) {
        if (request.text(1).equals("0")) {
            session.replies().ok();
        } else {
            session.replies().error("ERR DB index is out of range");
        }
    }

    private static void auth(Session session, Request request) {
        if (session.gate().password().isEmpty() && request.size() == 2) {
            session.replies()
                    .error("ERR AUTH <password> called without any password configured for the default user."
                            + " Are you sure your configuration is correct?");
        } else if (request.size() == 2
                ? isPassword(session, request.argument(1))
                : isUser(session, request.argument(1), request.argument(2))) {
            session.authenticate();
            session.replies().ok();
        } else {
            session.gate().counters().count(RespCounters.Refusal.AUTH);
            session.replies().error(WRONG_PASSWORD);
        }
    }

    private static boolean isUser(Session session, byte[] user, byte[] password) {
        return new String(user, StandardCharsets.UTF_8).equals("default")
                && (session.gate().password().isEmpty() || isPassword(session, password));
    }

    /// Takes as long for any password of a length.
    private static boolean isPassword(Session session, byte[] password) {
        return MessageDigest.isEqual(session.gate().password().getBytes(StandardCharsets.UTF_8), password);
    }

    private static void hello(Session session, Request request) {
        String version =
                request.size() == 1 ? Integer.toString(session.replies().protocol()) : request.text(1);
        if (!version.equals("2") && !version.equals("3")) {
            session.replies().error("NOPROTO unsupported protocol version");
            return;
        }
        byte[] name = session.name();
        for (int i = 2; i < request.size(); i++) {
            String word = request.word(i);
            if (word.equals("AUTH") && i + 2 < request.size()) {
                if (!isUser(session, request.argument(i + 1), request.argument(i + 2))) {
                    session.gate().counters().count(RespCounters.Refusal.AUTH);
                    session.replies().error(WRONG_PASSWORD);
                    return;
                }
                session.authenticate();
                i += 2;
            } else if (word.equals("SETNAME") && i + 1 < request.size()) {
                name = request.argument(++i);
            } else {
                session.replies()
                        .error("ERR Syntax error in HELLO option '" + Commands.shown(request.argument(i)) + "'");
                return;
            }
        }
        if (!session.isAuthenticated()) {
            session.replies()
                    .error("NOAUTH HELLO must be called with the client already authenticated, otherwise the"
                            + " HELLO <proto> AUTH <user> <pass> option can be used to authenticate the client and select the"
                            + " RESP protocol version at the same time");
            return;
        }
        session.name(name);
        session.replies().protocol(Integer.parseInt(version));
        greet(session);
    }

    private static void greet(Session session) {
        Replies replies = session.replies();
        replies.map(7);
        replies.bulk("server");
        replies.bulk("redis");
        replies.bulk("version");
        replies.bulk(ServerFacts.VERSION);
        replies.bulk("proto");
        replies.integer(replies.protocol());
        replies.bulk("id");
        replies.integer(session.id());
        replies.bulk("mode");
        replies.bulk("standalone");
        replies.bulk("role");
        replies.bulk("master");
        replies.bulk("modules");
        replies.array(0);
    }

    private static void client(Session session, Request request) {
        switch (request.word(1)) {
            case "ID" -> session.replies().integer(session.id());
            case "GETNAME" -> session.replies().bulk(session.name());
            case "SETNAME" -> {
                boolean good = request.size() == 3 && isPrintable(request.argument(2));
                if (good) {
                    session.name(request.argument(2));
                    session.replies().ok();
                } else {
                    session.replies().error("ERR Client names cannot contain spaces, newlines or special characters.");
                }
            }
            case "SETINFO", "NO-EVICT", "NO-TOUCH" -> session.replies().ok();
            default -> session.replies().error("ERR CLIENT " + Commands.shown(request.argument(1)) + " is not known");
        }
    }

    private static boolean isPrintable(byte[] name) {
        for (byte each : name) {
            if (each < '!' || each > '~') {
                return false;
            }
        }
        return true;
    }
}
