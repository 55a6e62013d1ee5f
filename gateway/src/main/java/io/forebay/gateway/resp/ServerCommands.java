package io.forebay.gateway.resp;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The commands about the server, most of which clients send before they do anything. Gateway thread only.
final class ServerCommands {
    private static final int MAX_PATTERN_BYTES = 1_024;

    private ServerCommands() {}

    static List<Command> all() {
        return List.of(
                Command.of("COMMAND", 1, Command.ANY, ServerCommands::command),
                Command.of("CONFIG", 2, Command.ANY, ServerCommands::config),
                Command.of("INFO", 1, Command.ANY, ServerCommands::info),
                Command.of("CLUSTER", 2, Command.ANY, ServerCommands::cluster),
                Command.of("FLUSHALL", 1, 2, ServerCommands::flush),
                Command.of("FLUSHDB", 1, 2, ServerCommands::flush));
    }

    private static void command(Session session, Request request) {
        String about = request.size() == 1 ? "" : request.word(1);
        switch (about) {
            case "COUNT" -> session.replies().integer(session.gate().commands().size());
            case "DOCS" -> session.replies().map(0);
            default -> session.replies().array(0);
        }
    }

    private static void config(Session session, Request request) {
        switch (request.word(1)) {
            case "GET" -> parameters(session, request);
            case "RESETSTAT" -> session.replies().ok();
            default -> session.replies().error("ERR CONFIG " + Commands.shown(request.argument(1)) + " is not known");
        }
    }

    private static void parameters(Session session, Request request) {
        Map<String, String> found = new LinkedHashMap<>();
        for (int i = 2; i < request.size(); i++) {
            if (request.argument(i).length > MAX_PATTERN_BYTES) {
                session.replies().error("ERR a pattern has at most " + MAX_PATTERN_BYTES + " bytes");
                return;
            }
            Glob pattern = new Glob(request.argument(i));
            session.gate().facts().parameters().forEach((name, value) -> {
                if (pattern.matches(name.getBytes(StandardCharsets.US_ASCII))) {
                    found.put(name, value);
                }
            });
        }
        session.replies().map(found);
    }

    private static void info(Session session, Request request) {
        session.replies().bulk(session.gate().facts().info(session.store(), System.nanoTime()));
    }

    private static void cluster(Session session, Request request) {
        session.replies().error("ERR This instance has cluster support disabled");
    }

    private static void flush(Session session, Request request) {
        if (session.gate().facts().settings().policy().flushes()) {
            session.store().clear();
            session.replies().ok();
        } else {
            session.replies().error("ERR " + request.word(0) + " is off; the setting resp.flush allows it");
        }
    }
}
