package io.forebay.wire;

import java.util.logging.Level;
import java.util.logging.Logger;

/// The volume of gRPC's own log. What it says below `SEVERE` (a peer went away, a port scan) reaches our callers as
/// failures and would be said twice.
final class QuietLogs {
    /// Held, because the JDK forgets the level of a logger that nobody refers to.
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    private QuietLogs() {}

    /// Leaves a level alone that somebody has set.
    static void apply() {
        if (GRPC.getLevel() == null) {
            GRPC.setLevel(Level.SEVERE);
        }
    }
}
