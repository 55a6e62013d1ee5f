package io.forebay.gateway.resp;

import java.util.List;

/// MULTI, EXEC and DISCARD. What is queued runs without anybody between, unless a value has to be read from SSD.
final class Transactions {
    private Transactions() {}

    static List<Command> all() {
        return List.of(
                Command.of("MULTI", 1, 1, (session, request) -> multi(session)),
                Command.of("EXEC", 1, 1, (session, request) -> exec(session)),
                Command.of("DISCARD", 1, 1, (session, request) -> discard(session)));
    }

    /// Whether a command is carried out in the middle of a transaction.
    static boolean isImmediate(Command command) {
        return switch (command.name()) {
            case "MULTI", "EXEC", "DISCARD", "QUIT" -> true;
            default -> false;
        };
    }

    private static void multi(Session session) {
        if (session.multi()) {
            session.replies().ok();
        } else {
            session.replies().error("ERR MULTI calls can not be nested");
        }
    }

    private static void exec(Session session) {
        List<Request> queued = session.takeQueued();
        if (queued == null) {
            session.replies().error("ERR EXEC without MULTI");
        } else if (session.isQueueBroken()) {
            queued.forEach(Request::close);
            session.replies().error("EXECABORT Transaction discarded because of previous errors.");
        } else {
            session.replies().array(queued.size());
            session.execute(queued);
        }
    }

    private static void discard(Session session) {
        List<Request> queued = session.takeQueued();
        if (queued == null) {
            session.replies().error("ERR DISCARD without MULTI");
        } else {
            queued.forEach(Request::close);
            session.replies().ok();
        }
    }
}
